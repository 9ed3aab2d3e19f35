import { describe, expect, it } from 'vitest';
import { byTurn } from './opened';

const both = (text: string) => ({ fr: text, en: text });

describe('what was hidden', () => {
  it('is gathered turn by turn, in order, whatever the order in which it was opened', () => {
    const opened: Parameters<typeof byTurn>[0] = [
      [2, both('a'), both('hold')],
      [1, both('a'), both('charge')],
      [2, both('b'), both('charge')],
    ];
    expect(byTurn(opened).map(({ turn, orders }) => [turn, orders.map(([whose]) => whose.fr)])).toEqual([
      [1, ['a']],
      [2, ['a', 'b']],
    ]);
  });
});
