// What there is to see of what happened: journal entries made into short scenes on the map.
import type { Bilingual, JournalEntry, Point, UnitView } from '$lib/api/types';
import { leadOf } from './march';

export type Kind = 'fire' | 'charge' | 'fight' | 'test' | 'loss' | 'rout' | 'gone';

export interface Scene {
  /** Number of its entry in the journal. */
  n: number;
  kind: Kind;
  /** Where it happens, and from where it comes. */
  at: Point;
  from: Point | null;
  dice: number[];
  text: Bilingual;
}

/** So many are shown of one update: the weightiest. */
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

/** The scenes of some entries, in their order. Units that are gone are shown where they stood before. */
export function scenes(entries: JournalEntry[], before: Record<string, UnitView>, now: Record<string, UnitView>): Scene[] {
  const place = (id: number | undefined): Point | null => {
    if (id === undefined) return null;
    return leadOf((now[id] ?? before[id])?.card.pieces ?? [])?.pose.at ?? null;
  };
  const aims = new Map<number, number>();
  const all: Scene[] = [];
  for (const entry of entries) {
    const [first, second] = entry.units;
    if (entry.what === 'fire' || entry.what === 'charge') {
      if (first !== undefined && second !== undefined) aims.set(first, second);
    }
    const kind = kindOf(entry);
    if (!kind) continue;
    const aim = second ?? (kind === 'fire' && first !== undefined ? aims.get(first) : undefined);
    const [from, to] = [place(first), place(aim)];
    const aimed = kind === 'fire' || kind === 'charge' || kind === 'fight';
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

/** The three things of a turn that mattered most, in their order. */
export function mattered(journal: JournalEntry[], turn: number): JournalEntry[] {
  const weighed = journal.flatMap((entry) => {
    const kind = entry.turn === turn ? kindOf(entry) : null;
    // Tests alone are the ordinary business of a turn.
    return kind && kind !== 'test' ? [{ entry, weight: WEIGHT[kind] }] : [];
  });
  const best = weighed.sort((a, b) => b.weight - a.weight || b.entry.n - a.entry.n).slice(0, 3);
  return best.map(({ entry }) => entry).sort((a, b) => a.n - b.n);
}
