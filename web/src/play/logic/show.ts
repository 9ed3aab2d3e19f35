// Scenes of events: journal entries made into short scenes on the map.
import type { Bilingual, JournalEntry, Piece, Point, UnitView } from '$lib/api/types';
import { leadOf } from './march';

export type Kind = 'fire' | 'charge' | 'fight' | 'test' | 'loss' | 'rout' | 'gone';

export interface Scene {
  /** Number of its entry in the journal. */
  n: number;
  kind: Kind;
  /** Its place, and the place it comes from. */
  at: Point;
  from: Point | null;
  dice: number[];
  text: Bilingual;
}

/** The most scenes of one update: the weightiest. */
export const MOST = 6;

const WEIGHT: Record<Kind, number> = { gone: 6, rout: 5, fight: 4, charge: 3, fire: 3, loss: 2, test: 1 };

function kindOf(entry: JournalEntry): Kind | null {
  switch (entry.what) {
    case 'fire':
    case 'charge':
    case 'fight':
    case 'rout':
    case 'gone':
    case 'loss':
      return entry.what;
    case 'test':
      return entry.dice.length > 0 ? 'test' : null;
    default:
      return null;
  }
}

function ahead(piece: Piece | undefined): Point | null {
  if (!piece) return null;
  const { at, facing } = piece.pose;
  const [by, far] = [(facing * Math.PI) / 18_000, Math.max(piece.front, piece.depth)];
  return { x: at.x + Math.sin(by) * far, y: at.y + Math.cos(by) * far };
}

/** The scenes of some entries, in order. Units that are gone are shown where they stood before. */
export function scenes(entries: JournalEntry[], before: Record<string, UnitView>, now: Record<string, UnitView>): Scene[] {
  const piece = (id: number | undefined) => (id === undefined ? undefined : leadOf((now[id] ?? before[id])?.card.pieces ?? []));
  const place = (id: number | undefined): Point | null => piece(id)?.pose.at ?? null;
  /** The unit that a deed struck, where only the effect on it is told: "Y loses two by X". */
  const struck = (entry: JournalEntry): number | undefined =>
    entries.find(({ n, what, units }) => n > entry.n && what === 'note' && units[1] !== undefined && units[1] === entry.units[0])?.units[0];
  const aims = new Map<number, number>();
  const all: Scene[] = [];
  for (const entry of entries) {
    const [first, second] = entry.units;
    if (entry.what === 'fire' || entry.what === 'charge') {
      if (first !== undefined && second !== undefined) aims.set(first, second);
    }
    const kind = kindOf(entry);
    if (!kind) continue;
    const aimed = kind === 'fire' || kind === 'charge' || kind === 'fight';
    const aim = second ?? (kind === 'fire' && first !== undefined ? aims.get(first) : undefined) ?? (aimed ? struck(entry) : undefined);
    // A charge with an unknown target goes straight ahead.
    const [from, to] = [place(first), place(aim) ?? (kind === 'charge' ? ahead(piece(first)) : null)];
    const at = aimed ? (to ?? from) : from;
    if (!at) continue;
    const scene: Scene = { n: entry.n, kind, at, from: aimed && to ? from : null, dice: entry.dice, text: entry.text };
    // A deed that is declared and at once thrown for is one scene: the throw.
    const last = all.at(-1);
    if (last && last.kind === kind && last.dice.length === 0 && last.at === at) all.pop();
    all.push(scene);
  }
  if (all.length <= MOST) return all;
  const kept = new Set([...all].sort((a, b) => WEIGHT[b.kind] - WEIGHT[a.kind] || a.n - b.n).slice(0, MOST));
  return all.filter((scene) => kept.has(scene));
}

/** The results of a deed are told within this many entries. */
const NEAR = 8;

/** The three events of a turn that mattered most, in order. Declaration, throw and effect are one event: the
   weightiest of them is told. */
export function mattered(journal: JournalEntry[], turn: number): JournalEntry[] {
  const things: { units: Set<number>; last: number; weight: number; entry: JournalEntry | null }[] = [];
  for (const entry of journal) {
    const kind = entry.turn === turn ? kindOf(entry) : null;
    if (entry.turn !== turn || (!kind && entry.what !== 'note')) continue;
    // Tests alone are ordinary.
    const weight = kind && kind !== 'test' ? WEIGHT[kind] : 0;
    let thing = things.findLast(({ units, last }) => entry.n - last <= NEAR && entry.units.some((unit) => units.has(unit)));
    if (!thing) things.push((thing = { units: new Set(), last: entry.n, weight: 0, entry: null }));
    for (const unit of entry.units) thing.units.add(unit);
    thing.last = entry.n;
    if (weight > 0 && weight >= thing.weight) [thing.weight, thing.entry] = [weight, entry];
  }
  const best = things.filter(({ entry }) => entry).sort((a, b) => b.weight - a.weight || b.last - a.last);
  return best
    .slice(0, 3)
    .flatMap(({ entry }) => entry ?? [])
    .sort((a, b) => a.n - b.n);
}
