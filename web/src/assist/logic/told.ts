// A situation in words: short, for the head of a closed group, and whole, for the printer. Pure.
import type { Bilingual, FormField } from '$lib/api/types';
import { isObject, matters, valueOf, type Json, type Path, type Situation } from './form';

export interface Told {
  label: Bilingual;
  /** In words, or a figure still to be written. */
  value: Bilingual | number | boolean;
  unit: Bilingual | null;
  /** Whether it differs from the default of its form. */
  own: boolean;
  kind: FormField['kind'];
}

/** The relevant fields in words; nested ones under their label. */
export function told(fields: FormField[], situation: Situation, base: Path, above: Bilingual[] = []): Told[] {
  return fields.flatMap((field): Told[] => {
    if (!matters(field, situation, base)) return [];
    const value = valueOf(field, situation, base);
    const path = [...base, field.name];
    if (field.kind === 'group') return value === null ? [] : told(field.fields ?? [], situation, path, [...above, field.label]);
    const word = written(field, value);
    if (word === null) return [];
    const own = JSON.stringify(value) !== JSON.stringify(field.default ?? null);
    return [{ label: joined([...above, field.label]), value: word, unit: field.unit ?? null, own, kind: field.kind }];
  });
}

function written(field: FormField, value: Json): Told['value'] | null {
  if (value === null) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string') return field.options?.find((option) => option.value === value)?.label ?? both(value);
  if (Array.isArray(value)) {
    if (value.length === 0) return null;
    if (field.item?.kind === 'group') return value.length;
    const all = value.map((one) => (field.item ? written(field.item, one) : both(JSON.stringify(one))));
    return joined(
      all.filter((one) => one !== null).map((one) => (typeof one === 'object' ? one : both(String(one)))),
      ', ',
    );
  }
  if (isObject(value)) {
    const [name] = Object.keys(value);
    return field.options?.find((option) => option.value === name)?.label ?? both(JSON.stringify(value));
  }
  return null;
}

const both = (text: string): Bilingual => ({ fr: text, en: text });
const joined = (parts: Bilingual[], between = ' · '): Bilingual => ({
  fr: parts.map((part) => part.fr).join(between),
  en: parts.map((part) => part.en).join(between),
});

/** The summary of a group, for its closed head: its first words, then all values that are not defaults. */
export function gist(all: Told[], most = 6): Told[] {
  const picks = all.filter((one, n) => (one.kind === 'pick' && (n < 2 || one.own)) || (one.own && one.value !== false && one.kind !== 'pick'));
  return picks.slice(0, most);
}
