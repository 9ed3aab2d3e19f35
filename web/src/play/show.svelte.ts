// Scenes one after the other, about a second each: at the pace one likes, skipped by a press, none where motion is reduced.
import { sound } from './sound';
import type { Scene } from './show';

export const PACES = { slow: 1_800, usual: 1_000, quick: 500, off: 0 } as const;
export type Pace = keyof typeof PACES;

export class Show {
  now = $state.raw<Scene | null>(null);
  #queue: Scene[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #each = 0;

  get running(): boolean {
    return this.now !== null;
  }

  play(scenes: Scene[], pace: Pace, loud: boolean) {
    this.#each = PACES[pace];
    if (this.#each === 0 || scenes.length === 0) return;
    this.#queue.push(...scenes.map((scene) => ({ ...scene })));
    this.#loud = loud;
    if (!this.now) this.#next();
  }
  #loud = false;

  #next() {
    clearTimeout(this.#timer);
    this.now = this.#queue.shift() ?? null;
    if (!this.now) return;
    if (this.#loud) sound(this.now.kind);
    this.#timer = setTimeout(() => this.#next(), this.#each);
  }

  skip() {
    this.#queue = [];
    this.#next();
  }
}
