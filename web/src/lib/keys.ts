// The tokens of this browser: the owner's, and those of its seats. They come in the fragment (`#house=TOKEN`,
// `#seat=TOKEN`, `#guest=TOKEN`) and are removed from the address at once.
import { owner } from '$host';
import type { Seat } from './api/types';

/** The stored data of a seat. */
export type Taken = Pick<Seat, 'side' | 'token'>;

const HOUSE = 'grognard.house';
const SEATS = 'grognard.seats';
const GUEST = 'grognard.visitor';

/** Values in a browser without storage, until the page is closed. */
const unkept = new Map<string, string>();

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? unkept.get(key) ?? null;
  } catch {
    return unkept.get(key) ?? null;
  }
}

function write(key: string, value: string | null) {
  unkept.delete(key);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    if (value !== null) unkept.set(key, value);
  }
}

export const houseKey = (): string | null => owner ?? read(HOUSE);
export const keepHouse = (token: string) => write(HOUSE, token);
/** The token of a guest without a seat, who has the assistant and the rules. */
export const guestKey = (): string | null => read(GUEST);
export const keepGuest = (token: string) => write(GUEST, token);

function all(): Record<string, Taken[]> {
  try {
    const kept: unknown = JSON.parse(read(SEATS) ?? '{}');
    return kept && typeof kept === 'object' && !Array.isArray(kept) ? (kept as Record<string, Taken[]>) : {};
  } catch {
    return {};
  }
}

/** The seats of a battle that this browser has taken. */
export const seatsOf = (battle: string): Seat[] => (all()[battle] ?? []).map((kept) => ({ ...kept, links: [], codes: [], connected: false }));

/** Whether this browser has no token: no house, no seat, no visit. */
export const nothingKept = (): boolean => !houseKey() && !guestKey() && Object.keys(all()).length === 0;

export function keepSeats(battle: string, seats: Taken[]) {
  write(SEATS, JSON.stringify({ ...all(), [battle]: seats.map(({ side, token }) => ({ side, token })) }));
}

export function forgetSeats(battle: string) {
  const rest = all();
  delete rest[battle];
  write(SEATS, JSON.stringify(rest));
}

/** A token from the fragment, and the page to open then; the caller cleans the address. */
export interface Brought {
  what: 'house' | 'seat' | 'guest';
  token: string;
  go: string | null;
}

export function tokenIn(hash: string): Brought | null {
  const found = new URLSearchParams(hash.replace(/^#/, ''));
  const what = found.has('house') ? 'house' : found.has('guest') ? 'guest' : 'seat';
  const token = found.get(what) ?? '';
  if (!/^[A-Za-z0-9_-]{8,200}$/.test(token)) return null;
  const [go, scenario, ruleset] = ['go', 'scenario', 'ruleset'].map((name) => found.get(name));
  if (go?.startsWith('/')) return { what, token, go };
  if (!scenario) return { what, token, go: null };
  return { what, token, go: `/new/${encodeURIComponent(scenario)}${ruleset ? `?ruleset=${encodeURIComponent(ruleset)}` : ''}` };
}
