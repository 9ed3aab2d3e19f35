// A situation and its form: places, relevant fields, possible values. Pure.
import type { FormField } from '$lib/api/types';

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Situation = { [name: string]: Json };
export type Path = (string | number)[];

export const isObject = (value: unknown): value is { [name: string]: Json } => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a place. */
export function at(situation: Json | undefined, path: Path): Json | undefined {
  let value: Json | undefined = situation;
  for (const step of path) {
    if (Array.isArray(value) && typeof step === 'number') value = value[step];
    else if (isObject(value) && Object.hasOwn(value, step)) value = value[step];
    else return undefined;
  }
  return value;
}

/** The same situation with another value at a place; the old one is not changed. */
export function put<T extends Json>(situation: T, path: Path, value: Json): T {
  const [step, ...rest] = path;
  if (step === undefined) return value as T;
  if (Array.isArray(situation)) {
    const copy = [...situation];
    copy[Number(step)] = put(copy[Number(step)] ?? null, rest, value);
    return copy as Json as T;
  }
  const inner: { [name: string]: Json } = isObject(situation) ? situation : {};
  const name = String(step);
  const old = Object.hasOwn(inner, name) ? (inner[name] ?? null) : null;
  return { ...inner, [name]: put(old, rest, value) } as Json as T;
}

/** A place as faults name it: `shooter.elements`, `units[0].men` and `units.0.men` are all read. */
export const placed = (path: Path): string => path.join('.');
export const plainPlace = (place: string): string => place.replace(/\[(\d+)\]/g, '.$1').replace(/^\./, '');

/** The place in a condition: beside the field it belongs to, or from the root when it begins with a slash. */
export function conditionPath(place: string, base: Path): Path {
  const rooted = place.startsWith('/');
  const steps = place.replace(/^\//, '').split('.').filter(Boolean);
  return rooted ? steps : [...base, ...steps];
}

const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

function holds(found: Json | undefined, wanted: unknown): boolean {
  const value = found ?? null;
  if (Array.isArray(wanted)) return wanted.some((one) => same(one, value));
  if (isObject(wanted)) {
    const { not, least, most } = wanted as { not?: unknown; least?: unknown; most?: unknown };
    if (Array.isArray(not) && not.some((one) => same(one, value))) return false;
    if (typeof least === 'number' && !(typeof value === 'number' && value >= least)) return false;
    if (typeof most === 'number' && !(typeof value === 'number' && value <= most)) return false;
    return true;
  }
  return same(wanted, value);
}

/** Whether a field matters: every place of its condition has the required value. `base` is the place of its object. */
export function matters(field: FormField, situation: Situation, base: Path): boolean {
  return Object.entries(field.when ?? {}).every(([place, wanted]) => holds(at(situation, conditionPath(place, base)), wanted));
}

/** The value of a field, its default where the situation has none. */
export function valueOf(field: FormField, situation: Situation, base: Path): Json {
  const found = at(situation, [...base, field.name]);
  return found === undefined ? ((field.default ?? null) as Json) : found;
}

/** A situation with every field of its form, missing ones with their defaults. */
export function filled(fields: FormField[], situation: Json | undefined): Situation {
  const out: Situation = isObject(situation) ? { ...situation } : {};
  for (const field of fields) {
    const value = out[field.name];
    if (value === undefined) out[field.name] = structuredClone((field.default ?? null) as Json);
    else if (field.kind === 'group' && isObject(value)) out[field.name] = filled(field.fields ?? [], value);
  }
  return out;
}

/** Whether a value is valid for a field: a known word, a figure within its bounds. */
export function fits(field: FormField, value: Json): boolean {
  if (value === null) return field.optional;
  switch (field.kind) {
    case 'flag':
      return typeof value === 'boolean';
    case 'number':
      return (
        typeof value === 'number' &&
        (!field.whole || Number.isInteger(value)) &&
        value >= (field.least ?? -Infinity) &&
        value <= (field.most ?? Infinity)
      );
    case 'pick':
      return (field.options ?? []).some((option) => option.value === value);
    case 'group':
      return isObject(value);
    case 'list':
      return Array.isArray(value);
    case 'text':
      return typeof value === 'string';
    case 'variant':
      return typeof value === 'string' || isObject(value);
    default:
      return true;
  }
}

/** A figure moved by a step, within its bounds. */
export function stepped(field: FormField, value: number | null, by: number): number {
  const start = value ?? Math.max(field.least ?? 0, Math.min(0, field.most ?? 0)) - by;
  const next = Math.round((start + by) * 100) / 100;
  return Math.min(field.most ?? Infinity, Math.max(field.least ?? -Infinity, next));
}

/** A figure as typed: comma or point; null if it is none. */
export function typed(text: string): number | null {
  const plain = text.trim().replace(',', '.').replace('\u2212', '-');
  if (!/^-?\d+(\.\d*)?$|^-?\.\d+$/.test(plain)) return null;
  return Number(plain);
}
