// Revealed movement: units move on the table, a quarter of a second per unit of distance and two seconds at most.
// Reduced motion: they are moved at once, and the way is drawn for a second.
import type { Cm, Pose } from '$lib/api/types';

export type Ways = [number, Pose[]][];

const PER_UNIT = 250;
const MOST = 2_000;
const DRAWN = 1_000;

const length = (path: Pose[]): number =>
  path.slice(1).reduce((sum, pose, i) => {
    const before = path[i] as Pose;
    return sum + Math.hypot(pose.at.x - before.at.x, pose.at.y - before.at.y);
  }, 0);

/** How long a movement is shown. */
export function lasting(ways: Ways, unit: Cm): number {
  const longest = Math.max(0, ...ways.map(([, path]) => length(path)));
  return longest === 0 ? 0 : Math.min(MOST, Math.max(PER_UNIT, (longest / unit) * PER_UNIT));
}

const turned = (from: number, to: number, share: number): number => {
  const d = ((((to - from) % 36_000) + 54_000) % 36_000) - 18_000;
  return (from + d * share + 36_000) % 36_000;
};

/** The pose after a share of the way, by its length; turns on the spot take their part of the time. */
export function along(path: Pose[], share: number): Pose | null {
  const first = path[0];
  if (!first) return null;
  const weights = path.slice(1).map((pose, i) => {
    const before = path[i] as Pose;
    const way = Math.hypot(pose.at.x - before.at.x, pose.at.y - before.at.y);
    return way > 0 ? way : 1_000;
  });
  let left = weights.reduce((a, b) => a + b, 0) * Math.min(1, Math.max(0, share));
  for (const [i, weight] of weights.entries()) {
    const [a, b] = [path[i] as Pose, path[i + 1] as Pose];
    if (left <= weight) {
      const k = weight === 0 ? 1 : left / weight;
      return {
        at: { x: a.at.x + (b.at.x - a.at.x) * k, y: a.at.y + (b.at.y - a.at.y) * k },
        facing: turned(a.facing, b.facing, k),
      };
    }
    left -= weight;
  }
  return path.at(-1) ?? first;
}

export class Motion {
  /** The present poses of moving units. */
  now = $state.raw<ReadonlyMap<number, Pose> | undefined>(undefined);
  /** The ways to be drawn meanwhile. */
  paths = $state.raw<Ways>([]);
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get running(): boolean {
    return this.now !== undefined;
  }

  play(ways: Ways, unit: Cm, reduced: boolean) {
    this.skip();
    // A unit that moved several times goes all its ways, one after the other.
    const joined = new Map<number, Pose[]>();
    for (const [id, path] of ways) joined.set(id, [...(joined.get(id) ?? []), ...path]);
    const moving = [...joined].filter(([, path]) => path.length > 1);
    const time = lasting(moving, unit);
    if (time === 0) return;
    this.paths = moving;
    if (reduced) {
      this.#timer = setTimeout(() => this.skip(), DRAWN);
      return;
    }
    const started = performance.now();
    const step = (at: number) => {
      const share = Math.min(1, (at - started) / time);
      if (share >= 1) return this.skip();
      const eased = 1 - (1 - share) ** 2;
      const places = new Map<number, Pose>();
      for (const [id, path] of moving) {
        const pose = along(path, eased);
        if (pose) places.set(id, pose);
      }
      this.now = places;
      this.#frame = requestAnimationFrame(step);
    };
    step(started);
  }

  skip() {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.now = undefined;
    this.paths = [];
  }
}
