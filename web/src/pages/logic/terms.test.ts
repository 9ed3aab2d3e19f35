import { describe, expect, it } from 'vitest';
import { split } from './terms';

describe('terms in a sentence', () => {
  it('are found as whole words, once each, the longest first', () => {
    const terms: [string, string][] = [
      ['pas', 'cinquante mètres'],
      ['TdC', 'le taquet'],
      ['pas de côté', 'une manœuvre'],
    ];
    expect(split('Un pas de côté du TdC, 3 pas, 2 pas ; un passage.', terms)).toEqual([
      { text: 'Un ', help: null },
      { text: 'pas de côté', help: 'une manœuvre' },
      { text: ' du ', help: null },
      { text: 'TdC', help: 'le taquet' },
      { text: ', 3 ', help: null },
      { text: 'pas', help: 'cinquante mètres' },
      { text: ', 2 pas ; un passage.', help: null },
    ]);
    expect(split('rien', [])).toEqual([{ text: 'rien', help: null }]);
  });
});
