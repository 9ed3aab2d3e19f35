/** A guest holds seats but not the key of the house. The battles he came to by a link are remembered here. */

import { houseKey, seatsOf } from '$lib/keys';

const KEPT = 'grognard.guest';

/** What was kept, as far as it is a list of names. */
export function sane(kept: unknown): string[] {
  return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string').slice(0, 50) : [];
}

/** The battles he came to, the last one first. */
export function guestBattles(): string[] {
  try {
    return sane(JSON.parse(localStorage.getItem(KEPT) ?? '[]')).filter((id) => seatsOf(id).length > 0);
  } catch {
    return [];
  }
}

/** Remembers a battle to which a link led. */
export function remember(battle: string) {
  try {
    localStorage.setItem(KEPT, JSON.stringify([battle, ...guestBattles().filter((id) => id !== battle)]));
  } catch {
    // A browser that keeps nothing asks for the link again.
  }
}

/** A key that opens what every seat may read: the house's, or that of any seat held here. */
export function anyKey(): string | null {
  const held = houseKey();
  if (held) return held;
  for (const battle of guestBattles()) {
    const seat = seatsOf(battle)[0];
    if (seat) return seat.token;
  }
  return null;
}
