// The contents of the house, requested once and cached until something changes them.
import { house } from '$lib/api/house';
import { Refused } from '$lib/api/http';
import { inBoth } from '$lib/i18n/words';
import { houseKey } from '$lib/keys';
import type { Bilingual, House } from '../types';

const LOCKED: Bilingual = inBoth('common.locked');

class HouseStore {
  value = $state.raw<House | null>(null);
  fault = $state.raw<Refused | null>(null);
  #asked: Promise<void> | null = null;

  /** Requests it unless it is known already. */
  load(): Promise<void> {
    this.#asked ??= this.#ask();
    return this.#asked;
  }

  /** Requests it again: a scenario was added, or the program was not there. */
  reload(): Promise<void> {
    this.#asked = this.#ask();
    return this.#asked;
  }

  async #ask() {
    try {
      if (!houseKey()) throw new Refused(401, 'stranger', LOCKED);
      this.value = await house.all();
      this.fault = null;
    } catch (fault) {
      this.#asked = null;
      this.fault = asRefused(fault);
    }
  }
}

export const theHouse = new HouseStore();

/** Any error, as one with words. */
export function asRefused(fault: unknown): Refused {
  if (fault instanceof Refused) return fault;
  globalThis.reportError?.(fault);
  return new Refused(0, 'client', inBoth('common.fault', { why: fault instanceof Error ? fault.message : String(fault) }));
}
