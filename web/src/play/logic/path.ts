// Points of a path, by their way along it.
import type { Cm, Point } from '$lib/api/types';

/** The nearest value within one of the windows. */
export function clampTo(windows: [Cm, Cm][], value: number): Cm {
  let best: number | null = null;
  for (const [from, to] of windows) {
    const held = Math.min(to, Math.max(from, Math.round(value)));
    if (best === null || Math.abs(held - value) < Math.abs(best - value)) best = held;
  }
  return best ?? Math.round(value);
}

/** The point after `cm` centimetres. */
export function pointAt(path: Point[], cm: Cm): Point | null {
  let left = cm;
  for (let i = 1; i < path.length; i += 1) {
    const [a, b] = [path[i - 1] as Point, path[i] as Point];
    const long = Math.hypot(b.x - a.x, b.y - a.y);
    if (left <= long && long > 0) return { x: a.x + ((b.x - a.x) * left) / long, y: a.y + ((b.y - a.y) * left) / long };
    left -= long;
  }
  return path.at(-1) ?? null;
}

/** The distance along the path of the point nearest to another one. */
export function nearestAlong(path: Point[], to: Point): Cm {
  let [best, far, gone] = [0, Infinity, 0];
  for (let i = 1; i < path.length; i += 1) {
    const [a, b] = [path[i - 1] as Point, path[i] as Point];
    const d = { x: b.x - a.x, y: b.y - a.y };
    const long = Math.hypot(d.x, d.y);
    const k = long === 0 ? 0 : Math.min(1, Math.max(0, ((to.x - a.x) * d.x + (to.y - a.y) * d.y) / long ** 2));
    const off = Math.hypot(a.x + d.x * k - to.x, a.y + d.y * k - to.y);
    if (off < far) [far, best] = [off, gone + long * k];
    gone += long;
  }
  return Math.round(best);
}
