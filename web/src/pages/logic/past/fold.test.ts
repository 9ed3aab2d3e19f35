import { describe, expect, it } from 'vitest';
import { fold, mark, words } from './fold';

describe('search', () => {
  it('folds accents, case, ligatures and typographic signs', () => {
    expect(fold('ÉBRANLÉ, Manœuvre : l’élan')).toBe("ebranle, manoeuvre : l'elan");
    expect(fold('a\u202f: \u2212')).toBe('a : -');
    expect(words('  Carré  PLEIN ')).toEqual(['carre', 'plein']);
  });

  it('marks what was found in the text as it is written', () => {
    expect(mark('Un carré plein', ['carre'])).toEqual([
      { text: 'Un ', found: false },
      { text: 'carré', found: true },
      { text: ' plein', found: false },
    ]);
    // A ligature is one sign on the screen and two in the search.
    expect(
      mark('manœuvre', ['noe'])
        .filter((s) => s.found)
        .map((s) => s.text),
    ).toEqual(['nœ']);
  });
});
