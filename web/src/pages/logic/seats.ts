/** The seat from which this browser views a battle, when it does not play. */

import { house } from '$lib/api/house';
import { Refused } from '$lib/api/http';
import { houseKey, seatsOf } from '$lib/keys';
import type { Seat } from '../types';

/** The seats from which a battle can be viewed: the umpire's alone if there is one, else the seats held here. */
export function chairs(seats: Seat[], kept: Seat[]): Seat[] {
  const umpire = [...seats, ...kept].find((seat) => seat.side === null);
  if (umpire) return [umpire];
  return kept.length > 0 ? kept : seats;
}

/** Asks the house where this browser may; a guest views from the guest's own seat. */
export async function chairsOf(battle: string): Promise<Seat[]> {
  const kept = seatsOf(battle);
  if (!houseKey()) return chairs([], kept);
  try {
    return chairs((await house.seats(battle)).seats, kept);
  } catch (fault) {
    if (kept.length > 0 && fault instanceof Refused && fault.status === 401) return kept;
    throw fault;
  }
}
