/** The leader of a side, as chosen before a battle. */

import type { Leader, Seat, Side } from '../types';

export type Who = 'me' | 'friend' | 'device' | 'staff';

export interface Choice {
  who: Who;
  /** Which of the computer's generals, if it leads. */
  general: string;
}

/** How much a general ventures. */
export const TEMPERS = ['prudent', 'balanced', 'bold'] as const;
export type Temper = (typeof TEMPERS)[number];
/** The marshal's playouts for a decision; none: two seconds. */
export const PLAYOUTS: readonly number[] = [12, 24, 60, 150];

/** One of the computer's generals with settings, as the server writes them: `captain:bold`, `marshal:24:prudent`. */
export interface General {
  rank: string;
  temper: Temper;
  playouts: number | null;
}

export function readGeneral(name: string): General {
  const [rank = '', ...settings] = name.split(':');
  const playouts = settings.map(Number).find((n) => Number.isInteger(n) && n > 0) ?? null;
  return { rank, temper: TEMPERS.find((temper) => settings.includes(temper)) ?? 'balanced', playouts };
}

export const hasTemper = (general: General) => general.rank !== 'random';
export const hasPlayouts = (general: General) => general.rank === 'marshal';

export function writeGeneral(general: General): string {
  const playouts = hasPlayouts(general) && general.playouts ? `:${general.playouts}` : '';
  const temper = hasTemper(general) && general.temper !== 'balanced' ? `:${general.temper}` : '';
  return `${general.rank}${playouts}${temper}`;
}

export const SIDES: readonly [Side, Side] = ['blue', 'red'];

/** The leader for the server: a person is a person, on any device. */
export function leader(choice: Choice): Leader {
  return choice.who === 'staff' ? { staff: choice.general } : 'person';
}

/** The leader of a stored battle, as a choice for another one. */
export function choiceOf(leader: Leader, fallback: string): Choice {
  return typeof leader === 'object' ? { who: 'staff', general: leader.staff } : { who: 'me', general: fallback };
}

/** Seats that are played in this browser: only their tokens are stored here. */
export function seatsHere(seats: Seat[], choices: readonly [Choice, Choice]): Seat[] {
  return seats.filter((seat) => {
    const who = seat.side === null ? 'me' : choices[seat.side === 'blue' ? 0 : 1].who;
    return who === 'me' || who === 'friend';
  });
}

/** The first page once the battle is open. */
export function firstStop(battle: string, choices: readonly [Choice, Choice]): string {
  const id = encodeURIComponent(battle);
  if (choices.some((c) => c.who === 'device')) return `/join/${id}`;
  if (choices.every((c) => c.who === 'staff')) return `/replay/${id}`;
  return `/battle/${id}`;
}
