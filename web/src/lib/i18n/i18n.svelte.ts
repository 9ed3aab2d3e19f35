// The language in force. Switching it changes every word at once, because every word is read through here.
import { day, french, moment, number, percentText, type Bilingual, type Lang, type Values } from './format';
import { wordIn, type Word } from './words';

export type { Bilingual, Lang } from './format';
export type { Word } from './words';

const KEPT = 'grognard.lang';

class Language {
  now = $state<Lang>('fr');

  constructor() {
    let kept: string | null = null;
    try {
      kept = localStorage.getItem(KEPT);
    } catch {
      // A browser without storage uses its own language.
    }
    const own = typeof navigator !== 'undefined' && !navigator.language.startsWith('fr') ? 'en' : 'fr';
    this.set(kept === 'fr' || kept === 'en' ? kept : own, false);
  }

  set(lang: Lang, keep = true) {
    this.now = lang;
    if (typeof document !== 'undefined') document.documentElement.lang = lang;
    try {
      if (keep) localStorage.setItem(KEPT, lang);
    } catch {
      // As above.
    }
  }
}

export const lang = new Language();

/** A word of the interface. */
export function t(word: Word, values: Values = {}): string {
  return wordIn(lang.now, word, values);
}

/** A word of the interface in a battle: the ruleset's own version, if it has one. */
export function tUnder(ruleset: string, word: Word, values: Values = {}): string {
  return wordIn(lang.now, word, values, ruleset);
}

/** The server's text, in the present language. */
export function say(words: Bilingual | null | undefined): string {
  if (!words) return '';
  return lang.now === 'fr' ? french(words.fr) : words.en;
}

export const num = (value: number, digits = 1): string => number(value, lang.now, digits);
export const pct = (chance: number): string => percentText(chance, lang.now);
export const dayText = (when: string | number): string => day(when, lang.now);
export const momentText = (seconds: number): string => moment(seconds, lang.now);
