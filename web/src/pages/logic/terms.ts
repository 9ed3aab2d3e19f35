/** Terms of a ruleset found in a sentence: the first occurrence of each, whole words only, the longest first. */

export interface Part {
  text: string;
  help: string | null;
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export function split(text: string, terms: [string, string][]): Part[] {
  const known = terms.filter(([word]) => word).toSorted((a, b) => b[0].length - a[0].length);
  if (known.length === 0) return [{ text, help: null }];
  const any = new RegExp(`(?<![\\p{L}\\d])(${known.map(([word]) => escaped(word)).join('|')})(?![\\p{L}\\d])`, 'gu');
  const seen = new Set<string>();
  const parts: Part[] = [];
  let from = 0;
  for (const found of text.matchAll(any)) {
    const word = found[0];
    if (seen.has(word)) continue;
    seen.add(word);
    if (found.index > from) parts.push({ text: text.slice(from, found.index), help: null });
    parts.push({ text: word, help: known.find(([one]) => one === word)?.[1] ?? null });
    from = found.index + word.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), help: null });
  return parts;
}
