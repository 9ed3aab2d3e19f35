// Replies built from the shapes of a question. Nothing here knows a ruleset: a reply is what was picked, shared,
// marched, placed or pointed at. A place in a sheet is a path: index of the field, then index of a pick and of a field
// that it opened...
import { clampTo } from './path';
import type { Ask, Choice, Field, FieldWords, Key, Ref, Reply, UnitView } from '$lib/api/types';

export type Path = readonly number[];

export const defaults = (ask: Ask): Reply[] => ask.fields.map((field) => field.default);

const keyText = (key: Key): string => JSON.stringify([key.does, key.refs ?? []]);
export const sameKey = (a: Key, b: Key): boolean => keyText(a) === keyText(b);

/** A reply written in one way only, for comparison. */
function written(reply: Reply): unknown {
  if ('picked' in reply) {
    const picks = reply.picked.map(([key, then]) => [keyText(key), then.map(written)] as const);
    return [...picks].sort((a, b) => (a[0] < b[0] ? -1 : 1));
  }
  if ('placed' in reply) return [reply.placed[0].at.x, reply.placed[0].at.y, reply.placed[0].facing, reply.placed[1] ?? null];
  if ('marched' in reply) return [reply.marched.movers, reply.marched.legs];
  return reply;
}

export const sameReply = (a: Reply, b: Reply): boolean => JSON.stringify(written(a)) === JSON.stringify(written(b));

export function choicesOf(field: Field): Choice[] {
  return 'pick' in field.shape ? field.shape.pick.from : [];
}

export const isPicked = (reply: Reply | undefined, key: Key): boolean =>
  !!reply && 'picked' in reply && reply.picked.some(([picked]) => sameKey(picked, key));

/** The total cost of a field's picks. */
export function spent(field: Field, reply: Reply): number {
  if (!('picked' in reply)) return 0;
  const choices = choicesOf(field);
  return reply.picked.reduce((sum, [key]) => sum + (choices.find((c) => sameKey(c.key, key))?.cost ?? 0), 0);
}

/** Whether a choice can still be added: the field may be full, or the choice too expensive. */
export function room(field: Field, reply: Reply, choice: Choice): 'yes' | 'full' | 'dear' {
  if (!('pick' in field.shape) || !('picked' in reply)) return 'full';
  const { max, budget } = field.shape.pick;
  if (isPicked(reply, choice.key)) return 'yes';
  // A single choice replaces the one before it.
  if (max === 1) return budget != null && (choice.cost ?? 0) > budget ? 'dear' : 'yes';
  if (reply.picked.length >= max) return 'full';
  if (budget != null && spent(field, reply) + (choice.cost ?? 0) > budget) return 'dear';
  return 'yes';
}

/** The reply with a choice added or removed; unchanged where the bounds do not allow it. */
export function toggled(field: Field, reply: Reply, choice: Choice): Reply {
  if (!('pick' in field.shape) || !('picked' in reply)) return reply;
  const { min, max } = field.shape.pick;
  const opened = (choice.then ?? []).map((then) => then.default);
  if (isPicked(reply, choice.key)) {
    if (reply.picked.length <= min) return reply;
    return { picked: reply.picked.filter(([key]) => !sameKey(key, choice.key)) };
  }
  if (room(field, reply, choice) !== 'yes') return reply;
  if (max === 1) return { picked: [[choice.key, opened]] };
  return { picked: [...reply.picked, [choice.key, opened]] };
}

/** Whether a reply is complete; a pick that needs more than it has takes nothing by itself. */
export function complete(field: Field, reply: Reply): boolean {
  if ('pick' in field.shape) {
    if (!('picked' in reply)) return false;
    const { min, max, from } = field.shape.pick;
    if (reply.picked.length < min || reply.picked.length > max) return false;
    return reply.picked.every(([key, then]) => {
      const choice = from.find((c) => sameKey(c.key, key));
      return !!choice && (choice.then ?? []).every((opened, i) => then[i] !== undefined && complete(opened, then[i]));
    });
  }
  if ('share' in field.shape) {
    if (!('shared' in reply)) return false;
    const { total, among } = field.shape.share;
    return (
      reply.shared.length === among.length &&
      reply.shared.reduce((a, b) => a + b, 0) === total &&
      reply.shared.every((part, i) => part >= (among[i]?.[1] ?? 0) && part <= (among[i]?.[2] ?? 0))
    );
  }
  return true;
}

/** One part of a share changed; its gain is the others' loss, from the last one back, within their bounds. */
export function shared(field: Field, reply: Reply, index: number, value: number): Reply {
  if (!('share' in field.shape) || !('shared' in reply)) return reply;
  const { total, among } = field.shape.share;
  const low = (i: number) => among[i]?.[1] ?? 0;
  const high = (i: number) => among[i]?.[2] ?? 0;
  const parts = among.map((_, i) => reply.shared[i] ?? low(i));
  parts[index] = Math.min(high(index), Math.max(low(index), Math.round(value)));
  let left = total - parts.reduce((a, b) => a + b, 0);
  for (let i = parts.length - 1; i >= 0 && left !== 0; i -= 1) {
    if (i === index) continue;
    const now = parts[i] ?? 0;
    const next = Math.min(high(i), Math.max(low(i), now + left));
    left -= next - now;
    parts[i] = next;
  }
  if (left !== 0) parts[index] = Math.min(high(index), Math.max(low(index), (parts[index] ?? 0) + left));
  return { shared: parts };
}

export interface Spot {
  path: Path;
  field: Field;
  words: FieldWords | undefined;
  reply: Reply;
}

/** The fields that the picks of a reply have opened, with their words. */
export function opened(spot: Spot): Spot[] {
  const { field, reply, words, path } = spot;
  if (!('picked' in reply)) return [];
  return reply.picked.flatMap(([key, then], i) => {
    const at = choicesOf(field).findIndex((c) => sameKey(c.key, key));
    const choice = choicesOf(field)[at];
    return (choice?.then ?? []).map((inner, j) => ({
      path: [...path, i, j],
      field: inner,
      words: words?.choices[at]?.then[j],
      reply: then[j] ?? inner.default,
    }));
  });
}

export function replyAt(replies: Reply[], path: Path): Reply | undefined {
  const [first, ...rest] = path;
  let reply = first === undefined ? undefined : replies[first];
  for (let i = 0; i + 1 < rest.length; i += 2) {
    if (!reply || !('picked' in reply)) return undefined;
    reply = reply.picked[rest[i] ?? -1]?.[1][rest[i + 1] ?? -1];
  }
  return reply;
}

/** The replies with one of them changed, at any depth. */
export function withReply(replies: Reply[], path: Path, reply: Reply): Reply[] {
  const [first, pick, inner, ...rest] = path;
  if (first === undefined) return replies;
  return replies.map((old, i) => {
    if (i !== first) return old;
    if (pick === undefined || inner === undefined) return reply;
    if (!('picked' in old)) return old;
    return {
      picked: old.picked.map(([key, then], j) => (j === pick ? [key, withReply(then, [inner, ...rest], reply)] : [key, then])),
    };
  });
}

/** The unit that a referent is about, if it is one. */
export const unitOf = (ref: Ref | null | undefined): number | null => (!ref ? null : 'unit' in ref ? ref.unit : 'part' in ref ? ref.part[0] : null);

/** Units that a key names. */
export const unitsOf = (key: Key): number[] => (key.refs ?? []).map(unitOf).filter((id): id is number => id !== null);

/** The field of a sheet that is about a unit itself, or that makes it move. */
export function ownFieldOf(ask: Ask, unit: number): number | null {
  const own = ask.fields.findIndex((field) => unitOf(field.about) === unit);
  if (own >= 0) return own;
  const moves = ask.fields.findIndex(
    ({ shape }) => ('march' in shape && shape.march.movers.includes(unit)) || ('along' in shape && shape.along.mover === unit),
  );
  return moves >= 0 ? moves : null;
}

/** The field of a sheet in which a unit itself marches or is placed: a sheet may ask more than that of a unit. */
export function mapFieldOf(ask: Ask, unit: number): number | null {
  const at = ask.fields.findIndex(
    ({ about, shape }) => ('march' in shape && shape.march.movers.includes(unit)) || ('place' in shape && unitOf(about) === unit),
  );
  return at >= 0 ? at : null;
}

/** The field of a sheet that is about a unit: itself, as a mover, or by its command. */
export function fieldOf(ask: Ask, unit: number, view: UnitView | undefined): number | null {
  const own = ownFieldOf(ask, unit);
  if (own !== null) return own;
  const command = view?.card.command ?? null;
  const led = ask.fields.findIndex(({ about }) => 'command' in about && about.command === command);
  return command !== null && led >= 0 ? led : null;
}

const opensMarch = (choice: Choice): boolean => (choice.then ?? []).some(({ shape }) => 'march' in shape);

/** The choice of a field that names a unit, for a tap or a drag on it: the present one, else a march, else the
 * first. */
export function choiceNaming(field: Field, reply: Reply, unit: number): Choice | undefined {
  const naming = choicesOf(field).filter((choice) => unitsOf(choice.key).includes(unit));
  return naming.find((choice) => isPicked(reply, choice.key)) ?? naming.find(opensMarch) ?? naming[0];
}

/** The choice of a field that lets a unit march. */
export const marchNaming = (field: Field, unit: number): Choice | undefined =>
  choicesOf(field).find((choice) => opensMarch(choice) && unitsOf(choice.key).includes(unit));

/** The unit that a field is about with its present answer: the one that marches, else its own, else the one that its
 * only choice names. */
export function subjectOf(spot: Spot, mine: (unit: number) => boolean): number | null {
  const { field, reply } = spot;
  if ('march' in field.shape) return field.shape.march.movers[0] ?? unitOf(field.about);
  const own = unitOf(field.about);
  if (own !== null || !('pick' in field.shape) || !('picked' in reply)) return own;
  if (field.shape.pick.max > 1) return null;
  for (const inner of opened(spot)) {
    const found = subjectOf(inner, mine);
    if (found !== null) return found;
  }
  return reply.picked.flatMap(([key]) => unitsOf(key)).find(mine) ?? null;
}

/** The replies in which every field that offers the same deed without an object takes it, as far as its own way
 * allows. */
export function sameForAll(ask: Ask, replies: Reply[], key: Key, then: Reply[] = []): Reply[] {
  const like = (field: Field, i: number, own: Reply | undefined): Reply => {
    const [model, { shape }] = [then[i], field];
    return model && 'at' in model && 'along' in shape ? { at: clampTo(shape.along.at, model.at) } : (own ?? field.default);
  };
  return replies.map((reply, i) => {
    const field = ask.fields[i];
    const choice = field && choicesOf(field).find((one) => sameKey(one.key, key));
    if (!field || !choice || isPicked(reply, key)) return reply;
    const taken = toggled(field, reply, choice);
    if (!('picked' in taken)) return taken;
    return {
      picked: taken.picked.map(([of, own]) => (sameKey(of, key) ? [of, (choice.then ?? []).map((inner, n) => like(inner, n, own[n]))] : [of, own])),
    };
  });
}
