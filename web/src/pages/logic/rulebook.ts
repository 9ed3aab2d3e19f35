/** The rules of a ruleset as a book: chapters, search, references from one statement to another. */

import { fold, words } from './past/fold';
import type { Lang, RuleCard, RuleKind } from '../types';

/** A stretch of the book under one heading. */
export interface Chapter {
  /** The mark beside it ("5.2"); empty for the rulings, which follow the book. */
  mark: string;
  /** Its heading: the title of its first rule. */
  title: { fr: string; en: string } | null;
  rules: RuleCard[];
}

/** The place of a rule in the book: the part after the last comma of its source, a heading without its quotes. */
export function place(rule: RuleCard): string {
  const quoted = /« (.*) »$/.exec(rule.source)?.[1];
  if (quoted) return quoted;
  const at = rule.source.lastIndexOf(', ');
  return at < 0 ? rule.source : rule.source.slice(at + 2);
}

/** The number of a section that has one, with or without its heading ("1.3" and "1.3 Les distances parcourues"). */
const numberOf = (mark: string): string => /^\d+(\.\d+)*(?= |$)/.exec(mark)?.[0] ?? mark;

/** A number without a meaning of its own. */
export const bare = (mark: string): boolean => /^[\d.]+$/.test(mark);

/** The book in its order, one chapter a section; rulings come last, in one chapter. */
export function chapters(rules: RuleCard[]): Chapter[] {
  const made: Chapter[] = [];
  const rulings: RuleCard[] = [];
  for (const rule of rules) {
    if (rule.kind === 'ruling') {
      rulings.push(rule);
      continue;
    }
    const mark = place(rule);
    const known = made.find((c) => numberOf(c.mark) === numberOf(mark));
    if (known) known.rules.push(rule);
    else made.push({ mark, title: rule.title, rules: [rule] });
  }
  if (rulings.length > 0) made.push({ mark: '', title: null, rules: rulings });
  return made;
}

/** The rank of a rule in a search; null: no match. Every word must occur somewhere. */
export function score(rule: RuleCard, search: string[], lang: Lang): number | null {
  const id = fold(rule.id);
  const title = fold(rule.title[lang]);
  const all = `${id} ${title} ${fold(rule.text[lang])}`;
  let sum = 0;
  for (const word of search) {
    if (!all.includes(word)) return null;
    if (id === word) sum += 100;
    else if (id.includes(word)) sum += 20;
    if (title.startsWith(word)) sum += 12;
    else if (title.includes(word)) sum += 8;
    sum += 1;
  }
  return sum;
}

/** The rules that match, best first and otherwise in the order of the book. */
export function find(rules: RuleCard[], query: string, kinds: ReadonlySet<RuleKind>, lang: Lang): RuleCard[] {
  const search = words(query);
  return rules
    .filter((rule) => kinds.has(rule.kind))
    .map((rule, order) => ({ rule, order, score: search.length ? score(rule, search, lang) : 0 }))
    .filter((r): r is { rule: RuleCard; order: number; score: number } => r.score !== null)
    .sort((a, b) => b.score - a.score || a.order - b.order)
    .map((r) => r.rule);
}

/** A stretch of a statement: words, or the id of another rule. */
export type Span = { text: string } | { rule: string };

/** Splits a statement where it names other rules of the book. */
export function references(text: string, ids: ReadonlySet<string>): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const match of text.matchAll(/[A-Z][A-Z0-9]*-[A-Za-z0-9][A-Za-z0-9.-]*/g)) {
    const id = longest(match[0], ids);
    if (id === null) continue;
    if (match.index > from) spans.push({ text: text.slice(from, match.index) });
    spans.push({ rule: id });
    from = match.index + id.length;
  }
  if (from < text.length) spans.push({ text: text.slice(from) });
  return spans;
}

/** The id at the beginning of a word: a full stop after it belongs to the sentence. */
function longest(word: string, ids: ReadonlySet<string>): string | null {
  for (let end = word.length; end > 0; end--) {
    const id = word.slice(0, end);
    if (ids.has(id)) return /^[A-Za-z0-9]/.test(word.slice(end)) ? null : id;
  }
  return null;
}

/** The rules that a ruling concerns: the other direction of `rulings`. */
export function bearsOn(rules: RuleCard[], ruling: string): RuleCard[] {
  return rules.filter((rule) => rule.rulings.includes(ruling));
}
