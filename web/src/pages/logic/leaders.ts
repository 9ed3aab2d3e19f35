/** Who leads a side, as it is chosen before a battle. */

import type { Leader, Seat, Side } from '../types';

export type Who = 'me' | 'friend' | 'device' | 'staff';

export interface Choice {
  who: Who;
  /** Which of the computer's generals, if it leads. */
  general: string;
}

export const SIDES: readonly [Side, Side] = ['blue', 'red'];

/** What the server is told: a person is a person, wherever he sits. */
export function leader(choice: Choice): Leader {
  return choice.who === 'staff' ? { staff: choice.general } : 'person';
}

/** How a kept battle is led, as a choice for another one. */
export function choiceOf(leader: Leader, fallback: string): Choice {
  return typeof leader === 'object' ? { who: 'staff', general: leader.staff } : { who: 'me', general: fallback };
}

/** Seats that are played in this browser: only their tokens are kept here. */
export function seatsHere(seats: Seat[], choices: readonly [Choice, Choice]): Seat[] {
  return seats.filter((seat) => {
    const who = seat.side === null ? 'me' : choices[seat.side === 'blue' ? 0 : 1].who;
    return who === 'me' || who === 'friend';
  });
}

/** Where to go once the battle is open. */
export function firstStop(battle: string, choices: readonly [Choice, Choice]): string {
  const id = encodeURIComponent(battle);
  if (choices.some((c) => c.who === 'device')) return `/join/${id}`;
  if (choices.every((c) => c.who === 'staff')) return `/replay/${id}`;
  return `/battle/${id}`;
}
