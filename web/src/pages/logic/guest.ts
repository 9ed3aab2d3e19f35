/** A guest holds seats but not the key of the house. The battles reached by a link are stored here. */

import { guestKey, houseKey, seatsOf } from '$lib/keys';

const KEPT = 'grognard.guest';

/** The stored names, if the data are valid. */
export function sane(kept: unknown): string[] {
  return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string').slice(0, 50) : [];
}

/** The battles reached by a link, the last one first. */
export function guestBattles(): string[] {
  try {
    return sane(JSON.parse(localStorage.getItem(KEPT) ?? '[]')).filter((id) => seatsOf(id).length > 0);
  } catch {
    return [];
  }
}

/** Stores a battle reached by a link. */
export function remember(battle: string) {
  try {
    localStorage.setItem(KEPT, JSON.stringify([battle, ...guestBattles().filter((id) => id !== battle)]));
  } catch {
    // A browser without storage needs the link again.
  }
}

/** A token for what every seat may read: the house's, that of any seat held here, or that of a guest without a seat. */
export function anyKey(): string | null {
  const held = houseKey();
  if (held) return held;
  for (const battle of guestBattles()) {
    const seat = seatsOf(battle)[0];
    if (seat) return seat.token;
  }
  return guestKey();
}
