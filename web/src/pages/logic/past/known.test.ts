import { describe, expect, it, vi } from 'vitest';
import { knownBattle } from './known';

const log = (seed: string) => `{"head":{"ruleset":"one","scenario":"title = { fr = \\"Premier feu\\" }\\n"}}\n{"seed_opened":"${seed}"}\n`;
const card = (id: string, more = {}) => ({
  id,
  ruleset: 'one',
  scenario: { fr: 'Premier feu', en: 'First fire' },
  outcome: {} as never,
  touched: 1,
  ...more,
});

describe('a log that came once more', () => {
  it('is the battle with the same lines', async () => {
    const logs: Record<string, string> = { a: log('1'), b: log('2').trimEnd() };
    const logOf = (id: string) => Promise.resolve(logs[id] ?? '');
    expect(await knownBattle(log('2'), [card('a'), card('b')], logOf)).toBe('b');
    expect(await knownBattle(log('3'), [card('a'), card('b')], logOf)).toBeNull();
  });

  it('asks only for battles that it may be, the last touched first', async () => {
    const logOf = vi.fn((id: string) => (id === 'gone' ? Promise.reject(new Error('gone')) : Promise.resolve(log('1'))));
    const battles = [
      card('old'),
      card('other', { ruleset: 'another' }),
      card('elsewhere', { scenario: { fr: 'Maida', en: 'Maida' } }),
      card('going', { outcome: null }),
      card('gone', { touched: 3 }),
      card('new', { touched: 2 }),
    ];
    expect(await knownBattle(log('1'), battles, logOf)).toBe('new');
    expect(logOf.mock.calls).toEqual([['gone'], ['new']]);
  });
});
