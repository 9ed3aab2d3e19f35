// The notation of words, numbers and dates in a language. Pure, so that it can be tested without a screen.

export type Lang = 'fr' | 'en';
export interface Bilingual {
  fr: string;
  en: string;
}
export type Values = Record<string, string | number>;

const NARROW = '\u202f';
const NO_BREAK = '\u00a0';

/** French signs of two parts take a narrow no-break space before them, the per cent sign a no-break space. */
export function french(text: string): string {
  return text
    .replace(/[ \u00a0]([;:!?»])/g, `${NARROW}$1`)
    .replace(/« /g, `«${NARROW}`)
    .replace(/(\d)[ \u202f]?%/g, `$1${NO_BREAK}%`);
}

const formats = new Map<string, Intl.NumberFormat>();

/** A number with a comma or a point, and a true minus sign. */
export function number(value: number, lang: Lang, digits = 1): string {
  const key = `${lang}${digits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(lang === 'fr' ? 'fr-FR' : 'en-GB', { maximumFractionDigits: digits });
    formats.set(key, format);
  }
  return format.format(value).replace('-', '\u2212');
}

/** A chance in per cent: never 100 or 0 for an uncertain event. */
export function percent(chance: number): number {
  if (chance <= 0) return 0;
  if (chance >= 1) return 100;
  return Math.min(99, Math.max(1, Math.round(chance * 100)));
}

/** The same with its sign. */
export function percentText(chance: number, lang: Lang): string {
  const value = percent(chance);
  return lang === 'fr' ? `${value}${NO_BREAK}%` : `${value}%`;
}

/** A day: from YYYY-MM-DD or from seconds since 1970. */
export function day(when: string | number, lang: Lang): string {
  const date = typeof when === 'number' ? new Date(when * 1000) : new Date(`${when}T12:00:00Z`);
  if (Number.isNaN(date.getTime())) return String(when);
  const options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' };
  if (typeof when === 'string') options.timeZone = 'UTC';
  return new Intl.DateTimeFormat(lang === 'fr' ? 'fr-FR' : 'en-GB', options).format(date);
}

/** A day and an hour, from seconds since 1970. */
export function moment(seconds: number, lang: Lang): string {
  return new Intl.DateTimeFormat(lang === 'fr' ? 'fr-FR' : 'en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(seconds * 1000));
}
