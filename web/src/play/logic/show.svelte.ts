// Scenes one after the other, about a second each: at the preferred pace, skipped by a press, none where motion is
// reduced.
import { sound } from './sound';
import type { Scene } from './show';

export const PACES = { slow: 1_800, usual: 1_000, quick: 500, off: 0 } as const;
export type Pace = keyof typeof PACES;

export class Show {
  now = $state.raw<Scene | null>(null);
  #queue = $state.raw<Scene[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #each = 0;

  get running(): boolean {
    return this.now !== null || this.#queue.length > 0;
  }

  /** Queues scenes after those that are still to come. */
  play(scenes: Scene[], pace: Pace, loud: boolean) {
    this.#each = PACES[pace];
    if (this.#each === 0 || scenes.length === 0) return;
    this.#queue = [...this.#queue, ...scenes.map((scene) => ({ ...scene }))];
    this.#loud = loud;
    if (!this.now) this.#next();
  }
  #loud = false;

  /** While units are moving nothing else is shown; it comes when they stand. */
  hold(moving: boolean) {
    this.#held = moving;
    if (!this.now) this.#next();
  }
  #held = false;

  #next() {
    clearTimeout(this.#timer);
    const [first = null, ...rest] = this.#held ? [] : this.#queue;
    this.now = first;
    if (!first) return;
    this.#queue = rest;
    if (this.#loud) sound(first.kind);
    this.#timer = setTimeout(() => this.#next(), this.#each);
  }

  skip() {
    this.#queue = [];
    this.#next();
  }
}
