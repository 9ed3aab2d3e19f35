/** Moments of the past, requested once each and cached while they are near; the next ones are requested in advance. */

import type { Moment } from '../../types';

const KEPT = 200;
const AHEAD = 4;

export class Moments {
  #known = new Map<number, Promise<Moment>>();

  constructor(readonly ask: (n: number) => Promise<Moment>) {}

  /** The moment of one entry of the journal. */
  get(n: number): Promise<Moment> {
    const known = this.#known.get(n);
    if (known) {
      // The most recently used is last.
      this.#known.delete(n);
      this.#known.set(n, known);
      return known;
    }
    const asked = this.ask(n);
    this.#known.set(n, asked);
    asked.catch(() => this.#known.delete(n));
    for (const [oldest] of this.#known) {
      if (this.#known.size <= KEPT) break;
      this.#known.delete(oldest);
    }
    return asked;
  }

  /** Requests the entries that will be needed next. */
  prepare(ns: number[]) {
    for (const n of ns.slice(0, AHEAD)) void this.get(n).catch(() => undefined);
  }
}

/** The position in the journal of an address that names an entry by its number; the start if it names none, null if
 * it is not there. */
export function momentAt(journal: { n: number }[], asked: string | null): number | null {
  if (asked === null) return 0;
  const at = /^\d+$/.test(asked) ? journal.findIndex((entry) => entry.n >= Number(asked)) : -1;
  return at < 0 ? null : at;
}
