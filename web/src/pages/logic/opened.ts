/** Revealed orders, grouped by turn in the order in which they were revealed. */

import type { Bilingual } from '../types';

export interface OpenedTurn {
  turn: number;
  /** Owner and text. */
  orders: [Bilingual, Bilingual][];
}

export function byTurn(opened: [number, Bilingual, Bilingual][]): OpenedTurn[] {
  const turns = new Map<number, [Bilingual, Bilingual][]>();
  for (const [turn, whose, what] of opened) {
    const known = turns.get(turn);
    if (known) known.push([whose, what]);
    else turns.set(turn, [[whose, what]]);
  }
  return [...turns].sort(([a], [b]) => a - b).map(([turn, orders]) => ({ turn, orders }));
}
