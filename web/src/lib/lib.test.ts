import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backOff } from './api/socket';
import { en } from './i18n/en';
import { fill, french, number, percent, percentText } from './i18n/format';
import { fr } from './i18n/fr';
import { tokenIn } from './keys';
import { fragmentOf, match, parse } from './router.svelte';

const holes = (text: string): string[] => [...text.matchAll(/\{(\w+)/g)].map((m) => m[1] ?? '').sort();

describe('words', () => {
  it('are the same in both languages, with the same values to fill in', () => {
    expect(Object.keys(en).sort()).toEqual(Object.keys(fr).sort());
    for (const key of Object.keys(fr) as (keyof typeof fr)[]) {
      expect(fr[key], key).not.toBe('');
      expect(en[key], key).not.toBe('');
      expect(new Set(holes(en[key])), key).toEqual(new Set(holes(fr[key])));
    }
  });

  it('are filled in, with plurals by the language', () => {
    expect(fill('{n} {n:tour|tours}', { n: 0 }, 'fr')).toBe('0 tour');
    expect(fill('{n} {n:turn|turns}', { n: 0 }, 'en')).toBe('0 turns');
    expect(fill('{who} {n:unit|units} {x}', { who: 'a', n: 1 }, 'en')).toBe('a unit {x}');
  });

  it('follow the typography of the language', () => {
    expect(french('Vraiment ? Oui : 32 %')).toBe('Vraiment\u202f? Oui\u202f: 32\u00a0%');
    expect(number(-3.14, 'fr')).toBe('\u22123,1');
    expect(number(3.14, 'en')).toBe('3.1');
    expect(percentText(0.324, 'fr')).toBe('32\u00a0%');
    expect([0, 0.0001, 0.5, 0.9999, 1].map(percent)).toEqual([0, 1, 50, 99, 100]);
  });
});

describe('addresses', () => {
  it('are read from the fragment', () => {
    expect(parse('#/rules/x?q=a').path).toBe('/rules/x');
    expect(parse('#/rules/x?q=a').query.get('q')).toBe('a');
    expect(parse('#house=abc').path).toBe('/');
    expect(match('/battle/:id', '/battle/b%20c')).toEqual({ id: 'b c' });
    expect(match('/battle/:id', '/battle')).toBeNull();
    expect(match('/battle/:id', '/battle/%')).toBeNull();
  });

  it('may be typed as paths', () => {
    expect(fragmentOf('/', '', '#house=abcdefgh')).toBeNull();
    expect(fragmentOf('/assistant', '', '')).toBe('#/assistant');
    expect(fragmentOf('/rules/x/', '?q=a', '')).toBe('#/rules/x?q=a');
    expect(fragmentOf('/assistant', '', '#/rules')).toBe('#/rules');
    expect(tokenIn(fragmentOf('/assistant', '', '#house=abcdefgh') ?? '')).toEqual({ what: 'house', token: 'abcdefgh', go: '/assistant' });
  });

  it('carry tokens, and nothing else passes for one', () => {
    expect(tokenIn('#house=abcdefgh')).toEqual({ what: 'house', token: 'abcdefgh', go: null });
    expect(tokenIn('#seat=abc-DEF_123')).toEqual({ what: 'seat', token: 'abc-DEF_123', go: null });
    expect(tokenIn('#house=abcdefgh&go=/new/x')?.go).toBe('/new/x');
    expect(tokenIn('#house=abcdefgh&go=https://elsewhere')?.go).toBeNull();
    expect(tokenIn('#house=abcdefgh&scenario=a%20b&ruleset=r')?.go).toBe('/new/a%20b?ruleset=r');
    expect(tokenIn('#seat=<b>')).toBeNull();
    expect(tokenIn('#/battle/x')).toBeNull();
  });
});

it('a lost line is tried again ever more slowly', () => {
  const waits = [0, 1, 2, 3, 20].map(backOff);
  expect(waits).toEqual([...waits].sort((a, b) => a - b));
  expect(waits.at(-1)).toBe(8_000);
});

it('no file of the client names a ruleset', () => {
  // The rulesets are those that the program has tables for.
  const root = new URL('../..', import.meta.url).pathname;
  const rulesets = readdirSync(join(root, '../data/tables')).map((name) => name.replace(/\.\w+$/, ''));
  expect(rulesets.length).toBeGreaterThan(0);
  const words = rulesets.flatMap((id) => [id, id.replace(/-/g, ' '), id.replace(/-/g, '_')]);
  const made = ['node_modules', 'dist', 'schema.d.ts'];
  const walk = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !made.includes(entry.name))
      .flatMap((entry) => (entry.isDirectory() ? walk(join(folder, entry.name)) : [join(folder, entry.name)]));
  for (const file of walk(root)) {
    const text = file.toLowerCase() + readFileSync(file, 'utf8').toLowerCase();
    for (const word of words) expect(text.includes(word), `${file} names ${word}`).toBe(false);
  }
});
