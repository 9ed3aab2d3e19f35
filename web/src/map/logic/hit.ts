// The unit that a tap means: the nearest within 22 px of its footprint; a second tap in the same place takes the next.
import type { Piece } from '$lib/api/types';
import type { Projection, XY } from './view';

export const REACH = 22;

/** A piece on the picture. */
export interface Placed {
  at: XY;
  /** Unit vector to its front. */
  ahead: XY;
  /** Degrees clockwise from the top. */
  turn: number;
  front: number;
  depth: number;
}

export function place(piece: Piece, view: Projection): Placed {
  return {
    at: view.at(piece.pose.at),
    ahead: view.direction(piece.pose.facing),
    turn: view.turn(piece.pose.facing),
    front: Math.max(0, piece.front) * view.px,
    depth: Math.max(0, piece.depth) * view.px,
  };
}

/** The lead piece first, as it is drawn last and over the others. */
export function placeAll(pieces: Piece[], view: Projection): Placed[] {
  const lead = pieces.findIndex((piece) => piece.lead);
  const order = lead > 0 ? [pieces[lead] as Piece, ...pieces.filter((_, i) => i !== lead)] : pieces;
  return order.map((piece) => place(piece, view));
}

export function corners(p: Placed): [XY, XY, XY, XY] {
  const f = { x: (p.ahead.x * p.depth) / 2, y: (p.ahead.y * p.depth) / 2 };
  const r = { x: (-p.ahead.y * p.front) / 2, y: (p.ahead.x * p.front) / 2 };
  return [
    { x: p.at.x + f.x - r.x, y: p.at.y + f.y - r.y },
    { x: p.at.x + f.x + r.x, y: p.at.y + f.y + r.y },
    { x: p.at.x - f.x + r.x, y: p.at.y - f.y + r.y },
    { x: p.at.x - f.x - r.x, y: p.at.y - f.y - r.y },
  ];
}

/** Distance of a point of the picture from a piece; 0 inside. */
export function distance(p: Placed, q: XY): number {
  const d = { x: q.x - p.at.x, y: q.y - p.at.y };
  const ahead = Math.abs(d.x * p.ahead.x + d.y * p.ahead.y) - p.depth / 2;
  const aside = Math.abs(-d.x * p.ahead.y + d.y * p.ahead.x) - p.front / 2;
  return Math.hypot(Math.max(0, ahead), Math.max(0, aside));
}

export interface Target {
  id: number;
  pieces: Placed[];
}

/** All units within reach of a point, the nearest first. */
export function hits(targets: Iterable<Target>, q: XY, reach = REACH): number[] {
  const found: { id: number; far: number; middle: number }[] = [];
  for (const target of targets) {
    let far = Infinity;
    let middle = Infinity;
    for (const piece of target.pieces) {
      far = Math.min(far, distance(piece, q));
      middle = Math.min(middle, Math.hypot(q.x - piece.at.x, q.y - piece.at.y));
    }
    if (far <= reach) found.push({ id: target.id, far, middle });
  }
  found.sort((a, b) => a.far - b.far || a.middle - b.middle || a.id - b.id);
  return found.map((hit) => hit.id);
}

/** The hit that is meant: the first, or the one after the last chosen at a second tap in the same place. */
export function meant(found: number[], last: { id: number; at: XY } | null, q: XY): number | null {
  if (found.length === 0) return null;
  if (last && Math.hypot(last.at.x - q.x, last.at.y - q.y) < REACH / 2) {
    const i = found.indexOf(last.id);
    if (i >= 0) return found[(i + 1) % found.length] ?? null;
  }
  return found[0] ?? null;
}

/** The next unit in a direction of the picture, for the arrow keys: near, and close to the direction. */
export function towards(targets: Target[], from: XY, way: XY): number | null {
  let best: { id: number; cost: number } | null = null;
  for (const target of targets) {
    const lead = target.pieces[0];
    if (!lead) continue;
    const d = { x: lead.at.x - from.x, y: lead.at.y - from.y };
    const along = d.x * way.x + d.y * way.y;
    const aside = Math.abs(-d.x * way.y + d.y * way.x);
    if (along <= 1 || aside > along * 2) continue;
    const cost = along + aside * 1.6;
    if (!best || cost < best.cost) best = { id: target.id, cost };
  }
  return best?.id ?? null;
}
