/** Text for comparison: without accents, case, ligatures and typographic variants. */

const LIGATURES: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss' };

/** One character for comparison; may be empty (a combining mark) or longer (a ligature). */
function foldChar(char: string): string {
  const lower = char.toLowerCase();
  const ligature = LIGATURES[lower];
  if (ligature !== undefined) return ligature;
  if (/[\u2018\u2019\u02bc]/.test(lower)) return "'";
  if (/[\u00a0\u202f\u2009]/.test(lower)) return ' ';
  if (/[\u2010-\u2014\u2212]/.test(lower)) return '-';
  return lower.normalize('NFD').replace(/\p{M}/gu, '');
}

/** The whole text for comparison. */
export function fold(text: string): string {
  let folded = '';
  for (const char of text) folded += foldChar(char);
  return folded;
}

/** The words of a search. */
export function words(query: string): string[] {
  return fold(query).split(/\s+/).filter(Boolean);
}

/** A stretch of a text, and whether the search found it. */
export interface Stretch {
  text: string;
  found: boolean;
}

/** Splits a text into stretches so that search results can be marked, in the text as it is written. */
export function mark(text: string, search: string[]): Stretch[] {
  const chars = [...text];
  if (search.length === 0) return [{ text, found: false }];
  let folded = '';
  const origin: number[] = [];
  chars.forEach((char, i) => {
    const f = foldChar(char);
    folded += f;
    for (let k = 0; k < f.length; k++) origin.push(i);
  });
  const hit = new Array<boolean>(chars.length).fill(false);
  for (const word of search) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
      for (let k = at; k < at + word.length; k++) hit[origin[k] ?? 0] = true;
    }
  }
  const stretches: Stretch[] = [];
  chars.forEach((char, i) => {
    const found = hit[i] ?? false;
    const last = stretches.at(-1);
    if (last && last.found === found) last.text += char;
    else stretches.push({ text: char, found });
  });
  return stretches;
}
