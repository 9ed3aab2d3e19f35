// Two seats at one screen: which of them is next.
import type { Table } from '$lib/api/types';
import type { Taken } from '$lib/keys';

/** The seat to which the screen goes; null: it stays. `tried` holds the seats that had nothing to decide just now. */
export function nextSeat(table: Table, seats: Taken[], at: number, tried: ReadonlySet<number>, moving: boolean): number | null {
  const { now } = table;
  if (moving || now.outcome || now.asks.length > 0 || now.dice_wanted.length > 0 || now.guide.thinking) return null;
  for (let i = 1; i < seats.length; i += 1) {
    const other = (at + i) % seats.length;
    if (other !== at && seats[other]?.side && !tried.has(other)) return other;
  }
  return null;
}
