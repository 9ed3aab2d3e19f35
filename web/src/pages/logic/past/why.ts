/** Reasons of the computer's generals for the events of the journal: those about the units of an entry in its turn. */

import type { JournalEntry, Point, Side, UnitView, Why, WhyLine } from '../../types';

/** A line whose general is known. */
export type Thought = WhyLine & { side: Side };

/** The reasons that concern an entry, each once, in the order in which they were given. */
export function whyOf(all: Why[], entry: Pick<JournalEntry, 'turn' | 'units'>): Thought[] {
  const seen = new Set<string>();
  return thoughtsOf(all, entry.turn).filter((line) => {
    if (line.unit === null || line.unit === undefined || !entry.units.includes(line.unit)) return false;
    const key = `${line.unit} ${line.text.en}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

const thoughtsOf = (all: Why[], turn: number): Thought[] =>
  all.filter((why) => why.turn === turn).flatMap((why) => why.lines.map((line) => ({ ...line, side: why.side })));

/** The plans of a turn: the last reason for each unit and command that has an aim. */
export function plansOf(all: Why[], turn: number): Thought[] {
  const last = new Map<string, Thought>();
  for (const line of thoughtsOf(all, turn)) if (line.on) last.set(`${line.side} ${line.unit ?? ''} ${line.command ?? ''}`, line);
  return [...last.values()];
}

/** The start and end of a reason's arrow, on the ground. */
export interface Aim {
  from: Point;
  to: Point;
}

const middle = (points: Point[]): Point | null =>
  points.length === 0
    ? null
    : { x: points.reduce((sum, p) => sum + p.x, 0) / points.length, y: points.reduce((sum, p) => sum + p.y, 0) / points.length };

const standing = (unit: UnitView | undefined): Point | null => middle((unit?.card.pieces ?? []).map((piece) => piece.pose.at));

/** The position of a command: with its general, or in the middle of its units. */
function commanding(units: Record<string, UnitView>, side: Side, command: number): Point | null {
  const own = Object.values(units).filter(({ card }) => card.side === side && card.command === command);
  const general = own.find((unit) => unit.rank > 0);
  return standing(general) ?? middle(own.flatMap((unit) => standing(unit) ?? []));
}

/** Those of the reasons that can be drawn with the units in these places: a unit off the table has no arrow, and no
 * unit points at itself. */
export function aimsOf(lines: Thought[], units: Record<string, UnitView>): Aim[] {
  return lines.flatMap(({ unit, command, on, side }) => {
    if (!on) return [];
    const to = 'unit' in on ? standing(units[on.unit]) : on.spot;
    const from =
      unit !== null && unit !== undefined
        ? standing(units[unit])
        : command !== null && command !== undefined
          ? commanding(units, side, command)
          : null;
    return from && to && (from.x !== to.x || from.y !== to.y) ? [{ from, to }] : [];
  });
}
