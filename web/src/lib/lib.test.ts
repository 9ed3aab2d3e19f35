import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backOff } from './api/socket';
import { french, number, percent, percentText } from './i18n/format';
import { wordIn, type Word } from './i18n/words';
import { tokenIn } from './keys';
import { fragmentOf, match, parse } from './router.svelte';

/** The words of a file: each with the values that it takes. */
function wordsOf(lang: string, file = 'client.ftl'): Map<string, Set<string>> {
  const text = readFileSync(join('..', 'data', 'texts', lang, file), 'utf8');
  const words = new Map<string, Set<string>>();
  for (const group of text.split(/^(?=[a-z])/m).slice(1)) {
    const [head = ''] = group.split(' =');
    for (const word of group.split(/^ {4}(?=\.)/m).slice(1)) {
      const name = word.slice(0, word.indexOf(' ='));
      expect(word.slice(name.length + 2).trim(), head + name).not.toBe('');
      words.set(head + name, new Set([...word.matchAll(/\$(\w+)/g)].map((m) => m[1] ?? '')));
    }
  }
  return words;
}

describe('words', () => {
  it('are the same in both languages, with the same values to fill in', () => {
    const [fr, en] = [wordsOf('fr'), wordsOf('en')];
    expect(fr.size).toBeGreaterThan(500);
    expect(en).toEqual(fr);
  });

  it('of a ruleset stand in both languages in place of a word of the client, with its values', () => {
    const files = readdirSync(join('..', 'data', 'texts', 'fr', 'client'));
    expect(readdirSync(join('..', 'data', 'texts', 'en', 'client'))).toEqual(files);
    const common = wordsOf('fr');
    for (const file of files) {
      const [fr, en] = [wordsOf('fr', join('client', file)), wordsOf('en', join('client', file))];
      expect(en).toEqual(fr);
      for (const [word, values] of fr) expect(common.get(word), `${file} ${word}`).toEqual(values);
    }
  });

  it('at a table are those of its ruleset first, wherever time is counted', () => {
    const values = { n: 3, all: 8, name: 'x', turn: 3 };
    const own = readdirSync(join('..', 'data', 'texts', 'fr', 'client'));
    expect(own.length).toBeGreaterThan(0);
    for (const ruleset of own.map((file) => file.replace('.ftl', ''))) {
      expect(wordIn('fr', 'bar.undo', {}, ruleset)).toBe(wordIn('fr', 'bar.undo'));
      for (const word of [...wordsOf('fr').keys()].filter((name) => /^(bar|turn|end|replay|battles)\./.test(name)) as Word[]) {
        if (!/\btours?\b/i.test(wordIn('fr', word, values))) continue;
        expect(wordIn('fr', word, values, ruleset), word).not.toMatch(/\btours?\b/i);
        expect(wordIn('en', word, values, ruleset), word).not.toMatch(/\bturns?\b/i);
      }
    }
    expect(wordIn('fr', 'bar.turnShort', { n: 3 }, 'none such')).toBe('Tour 3');
  });

  it('are filled in, with plurals by the language', () => {
    expect(wordIn('fr', 'go.more', { n: 0 })).toBe('et 0 autre chose');
    expect(wordIn('en', 'go.more', { n: 0 })).toBe('and 0 other things');
    expect(wordIn('en', 'go.more', { n: 1 })).toBe('and 1 other thing');
    expect(wordIn('fr', 'go.some', { does: 'Charger' })).toBe('Charger\u202f: {$who}');
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
  // The rulesets are those with tables in the program. A browser test may name the one in which a fault was found; text
  // for visitors may not.
  const root = new URL('../..', import.meta.url).pathname;
  const rulesets = readdirSync(join(root, '../data/tables')).map((name) => name.replace(/\.\w+$/, ''));
  expect(rulesets.length).toBeGreaterThan(0);
  const words = rulesets.flatMap((id) => [id, id.replace(/-/g, ' '), id.replace(/-/g, '_')]);
  const made = ['node_modules', 'dist', 'schema.d.ts'];
  const walk = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !made.includes(entry.name))
      .flatMap((entry) => (entry.isDirectory() ? walk(join(folder, entry.name)) : [join(folder, entry.name)]));
  for (const file of ['src', 'public', 'scripts'].flatMap((folder) => walk(join(root, folder)))) {
    const text = file.toLowerCase() + readFileSync(file, 'utf8').toLowerCase();
    for (const word of words) expect(text.includes(word), `${file} names ${word}`).toBe(false);
  }
});
