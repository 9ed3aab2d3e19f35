/** Why the computer's generals did what the journal tells: what they thought of the units of an entry in its turn. */

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

/** The plans of a turn: the last thing that was thought of each unit and command and that points somewhere. */
export function plansOf(all: Why[], turn: number): Thought[] {
  const last = new Map<string, Thought>();
  for (const line of thoughtsOf(all, turn)) if (line.on) last.set(`${line.side} ${line.unit ?? ''} ${line.command ?? ''}`, line);
  return [...last.values()];
}

/** From whom to where a reason points, on the ground. */
export interface Aim {
  from: Point;
  to: Point;
}

const middle = (points: Point[]): Point | null =>
  points.length === 0
    ? null
    : { x: points.reduce((sum, p) => sum + p.x, 0) / points.length, y: points.reduce((sum, p) => sum + p.y, 0) / points.length };

const standing = (unit: UnitView | undefined): Point | null => middle((unit?.card.pieces ?? []).map((piece) => piece.pose.at));

/** Where a command is: with its general, or in the middle of its units. */
function commanding(units: Record<string, UnitView>, side: Side, command: number): Point | null {
  const own = Object.values(units).filter(({ card }) => card.side === side && card.command === command);
  const general = own.find((unit) => unit.rank > 0);
  return standing(general) ?? middle(own.flatMap((unit) => standing(unit) ?? []));
}

/** What of these can be drawn while the units stand so: who has left the table points nowhere, and nobody at himself. */
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
