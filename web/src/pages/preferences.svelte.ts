// Preferences of this browser. Stored here, not with a battle: two people at two screens may differ.

import type { Pace } from '../play/logic/show.svelte';

export type Motion = 'system' | 'full' | 'reduced';

const KEPT = 'grognard.preferences';

interface Kept {
  curtain: boolean;
  rotate: boolean;
  motion: Motion;
  coach: boolean;
  /** How long events are shown on the map. */
  pace: Pace;
  sound: boolean;
}

const DEFAULTS: Kept = { curtain: true, rotate: true, motion: 'system', coach: true, pace: 'usual', sound: false };

/** The stored preferences, as far as they are valid; the others have their defaults. */
export function sane(kept: unknown): Kept {
  const some = (kept && typeof kept === 'object' ? kept : {}) as Partial<Record<keyof Kept, unknown>>;
  const flag = (key: 'curtain' | 'rotate' | 'coach' | 'sound') => (typeof some[key] === 'boolean' ? some[key] : DEFAULTS[key]);
  const motion = some.motion === 'full' || some.motion === 'reduced' ? some.motion : 'system';
  const pace = some.pace === 'slow' || some.pace === 'quick' || some.pace === 'off' ? some.pace : 'usual';
  return { curtain: flag('curtain'), rotate: flag('rotate'), coach: flag('coach'), sound: flag('sound'), motion, pace };
}

function read(): Kept {
  try {
    return sane(JSON.parse(localStorage.getItem(KEPT) ?? 'null'));
  } catch {
    return DEFAULTS;
  }
}

class Preferences {
  #kept = $state.raw<Kept>(read());

  #set(change: Partial<Kept>) {
    this.#kept = { ...this.#kept, ...change };
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.#kept));
    } catch {
      // A browser without storage asks again.
    }
  }

  /** A curtain falls between two sides at one screen. */
  get curtain() {
    return this.#kept.curtain;
  }
  set curtain(on: boolean) {
    this.#set({ curtain: on });
  }

  /** The map is turned to the player's side. */
  get rotate() {
    return this.#kept.rotate;
  }
  set rotate(on: boolean) {
    this.#set({ rotate: on });
  }

  get motion() {
    return this.#kept.motion;
  }
  set motion(motion: Motion) {
    this.#set({ motion });
  }

  /** The coach of a guided first turn is shown. */
  get coach() {
    return this.#kept.coach;
  }
  set coach(on: boolean) {
    this.#set({ coach: on });
  }

  /** How long an event is shown; not at all where motion is reduced. */
  get pace(): Pace {
    return this.#kept.pace;
  }
  set pace(pace: Pace) {
    this.#set({ pace });
  }
  get shownPace(): Pace {
    return this.reduced ? 'off' : this.#kept.pace;
  }

  get sound() {
    return this.#kept.sound;
  }
  set sound(on: boolean) {
    this.#set({ sound: on });
  }

  /** Whether movements are cut short. */
  get reduced(): boolean {
    if (this.#kept.motion !== 'system') return this.#kept.motion === 'reduced';
    return typeof matchMedia !== 'undefined' && matchMedia('(prefers-reduced-motion: reduce)').matches;
  }
}

export const preferences = new Preferences();
