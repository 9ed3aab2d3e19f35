// The user's own units during an evening: any group of a situation stored under a name, and filled into any group where
// its fields fit. Pure.
import type { Bilingual, FormField } from '$lib/api/types';
import { fits, isObject, type Json, type Situation } from './form';

export interface OwnUnit {
  id: string;
  name: string;
  ruleset: string;
  /** Its role in its form ("attacker"). */
  role: Bilingual;
  /** Its fields, so that it can be read and changed without the server. */
  fields: FormField[];
  values: Situation;
  touched: number;
}

/** The values of a unit that a group can take: fields of the same name that accept them. */
export function fitting(unit: OwnUnit, fields: FormField[]): Situation {
  const out: Situation = {};
  for (const field of fields) {
    const value = unit.values[field.name];
    if (value !== undefined && fits(field, value)) out[field.name] = value;
  }
  return out;
}

/** How well a unit fits a group: the share of the unit's fields that fit, 0 below a third. */
export function fit(unit: OwnUnit, fields: FormField[]): number {
  const known = Object.keys(unit.values).length;
  const share = known === 0 ? 0 : Object.keys(fitting(unit, fields)).length / Math.min(known, Math.max(1, fields.length));
  return share < 1 / 3 ? 0 : share;
}

/** Whether a unit can be made from a group: one with words and figures of its own. */
export function unitLike(field: FormField): boolean {
  const inner = field.fields ?? [];
  return field.kind === 'group' && inner.filter((one) => one.kind === 'pick' || one.kind === 'number').length >= 2;
}

/** A unit updated from a form: only fields that it has, or takes on. */
export function updated(unit: OwnUnit, values: Situation, fields: FormField[], now: number): OwnUnit {
  const known = new Set(unit.fields.map((field) => field.name));
  const more = fields.filter((field) => !known.has(field.name) && values[field.name] !== undefined);
  return { ...unit, fields: [...unit.fields, ...more], values: { ...unit.values, ...values }, touched: now };
}

/** Whether a form's values differ from the unit's card. */
export function differs(unit: OwnUnit, values: Situation): boolean {
  return Object.entries(values).some(([name, value]) => JSON.stringify(unit.values[name] ?? null) !== JSON.stringify(value));
}

/** The stored units, if the data are valid. */
export function saneUnits(kept: unknown): OwnUnit[] {
  if (!Array.isArray(kept)) return [];
  return kept
    .filter((one): one is { [name: string]: Json } => isObject(one))
    .filter(
      (one) =>
        typeof one['id'] === 'string' &&
        typeof one['name'] === 'string' &&
        typeof one['ruleset'] === 'string' &&
        isObject(one['values']) &&
        Array.isArray(one['fields']) &&
        isObject(one['role']),
    )
    .map((one) => one as unknown as OwnUnit)
    .slice(0, 200);
}
