import { describe, expect, it } from 'vitest';
import type { RuleCard } from '../types';
import { bare, bearsOn, chapters, find, references } from './rulebook';

const both = (text: string) => ({ fr: text, en: text });
const rule = (id: string, kind: RuleCard['kind'], title: string, text: string, source: string, rulings: string[] = []): RuleCard => ({
  id,
  kind,
  title: both(title),
  text: both(text),
  source,
  rulings,
  alternative: null,
});
const BOOK = [
  rule('XX-1a', 'rule', 'Étendue', 'Comme XX-2b le dit.', 'Book, 1'),
  rule('XX-2b', 'option', 'Carré', 'Former le carré (XX-1a, XX-GAP-03).', 'Book, 2.1', ['XX-GAP-03']),
  rule('XX-2c', 'rule', 'Ligne', 'Une ligne n’est pas un carré.', 'Book, 2.1'),
  rule('XX-GAP-03', 'ruling', 'Taille', 'Voir XX-2b. XX-2bc n’existe pas.', 'Ruling on 2.1'),
];
const ALL = new Set(['rule', 'option', 'ruling', 'etiquette'] as const);

describe('rulebook', () => {
  it('keeps the order of the book and puts rulings last', () => {
    expect(chapters(BOOK).map((c) => [c.mark, c.rules.length])).toEqual([
      ['1', 1],
      ['2.1', 2],
      ['', 1],
    ]);
  });

  it('puts the statements of a section under its heading, whichever of them bears it', () => {
    const book = [
      rule('YY-1', 'rule', 'Distances', '', 'Book, « 1.3 Les distances, en tout »'),
      rule('YY-2', 'rule', 'Allocation', '', 'Book, 1.3'),
      rule('YY-3', 'rule', 'Socles', '', 'Book, 1.31'),
    ];
    expect(chapters(book).map((c) => [c.mark, c.rules.length, bare(c.mark)])).toEqual([
      ['1.3 Les distances, en tout', 2, false],
      ['1.31', 1, true],
    ]);
  });

  it('answers titles before texts, ids before titles, and wants every word', () => {
    expect(find(BOOK, 'carre', ALL, 'fr').map((r) => r.id)).toEqual(['XX-2b', 'XX-2c']);
    expect(find(BOOK, 'xx-2c', ALL, 'fr')[0]?.id).toBe('XX-2c');
    expect(find(BOOK, 'carre etendue', ALL, 'fr')).toEqual([]);
    expect(find(BOOK, 'carre', new Set(['rule'] as const), 'fr').map((r) => r.id)).toEqual(['XX-2c']);
    expect(find(BOOK, '', ALL, 'fr')).toHaveLength(4);
  });

  it('links the rules that a statement names and no others', () => {
    const ids = new Set(BOOK.map((r) => r.id));
    expect(references('Voir XX-2b. XX-2bc n’existe pas.', ids)).toEqual([{ text: 'Voir ' }, { rule: 'XX-2b' }, { text: '. XX-2bc n’existe pas.' }]);
    expect(references('(XX-1a, XX-GAP-03).', ids).filter((s) => 'rule' in s)).toHaveLength(2);
    expect(bearsOn(BOOK, 'XX-GAP-03').map((r) => r.id)).toEqual(['XX-2b']);
  });
});
