// Places for signs, names and plates: behind the unit if possible, otherwise around it. The chosen unit first, then the
// player's own, then those nearest to the enemy.
import type { UnitView, Side } from '$lib/api/types';
import { corners, type Placed } from './hit';
import { ACTED, baseOf, isGeneral, mostOf, signScale, strengthOf, type Detail } from './symbols';
import type { XY } from './view';

export interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

export const box = (at: XY, width: number, height: number): Box => ({
  x0: at.x - width / 2,
  y0: at.y - height / 2,
  x1: at.x + width / 2,
  y1: at.y + height / 2,
});
const grown = (b: Box, by: number): Box => ({ x0: b.x0 - by, y0: b.y0 - by, x1: b.x1 + by, y1: b.y1 + by });
export const meets = (a: Box, b: Box): boolean => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;

export const around = (p: Placed): Box => {
  const all = corners(p);
  const [xs, ys] = [all.map((c) => c.x), all.map((c) => c.y)];
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) };
};

const CELL = 64;

/** The areas taken on the picture, by squares. */
export class Crowd {
  readonly #cells = new Map<string, Box[]>();

  constructor(readonly map: Box) {}

  *#over(b: Box): Generator<string> {
    for (let i = Math.floor(b.x0 / CELL); i <= Math.floor(b.x1 / CELL); i += 1) {
      for (let j = Math.floor(b.y0 / CELL); j <= Math.floor(b.y1 / CELL); j += 1) yield `${i},${j}`;
    }
  }

  take(b: Box) {
    for (const cell of this.#over(b)) {
      const list = this.#cells.get(cell);
      if (list) list.push(b);
      else this.#cells.set(cell, [b]);
    }
  }

  free(b: Box, within: Box = this.map): boolean {
    const m = within;
    if (b.x0 < m.x0 + 2 || b.y0 < m.y0 + 2 || b.x1 > m.x1 - 2 || b.y1 > m.y1 - 2) return false;
    for (const cell of this.#over(b)) {
      if (this.#cells.get(cell)?.some((other) => meets(other, b))) return false;
    }
    return true;
  }
}

export interface Laid {
  id: number;
  unit: UnitView;
  pieces: Placed[];
}

const middleOf = (pieces: Placed[]): XY => {
  const boxes = pieces.map(around);
  return {
    x: (Math.min(...boxes.map((b) => b.x0)) + Math.max(...boxes.map((b) => b.x1))) / 2,
    y: (Math.min(...boxes.map((b) => b.y0)) + Math.max(...boxes.map((b) => b.y1))) / 2,
  };
};

/** The extent of a unit from a point in a direction. */
const reach = (pieces: Placed[], from: XY, way: XY): number => {
  let far = 0;
  for (const p of pieces) {
    for (const c of corners(p)) far = Math.max(far, (c.x - from.x) * way.x + (c.y - from.y) * way.y);
  }
  return far;
};

const rotated = (v: XY, degrees: number): XY => {
  const a = (degrees * Math.PI) / 180;
  return { x: v.x * Math.cos(a) - v.y * Math.sin(a), y: v.x * Math.sin(a) + v.y * Math.cos(a) };
};

const measured = new Map<string, number>();
let pen: CanvasRenderingContext2D | null | undefined;

/** The width of a text in ems, as this browser draws it: plates are laid out before anything is drawn. */
export function textWidth(text: string, bold = true): number {
  const key = `${bold ? 'b' : 'p'}${text}`;
  let width = measured.get(key);
  if (width === undefined) {
    pen ??= typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');
    if (pen) {
      const sans = getComputedStyle(document.documentElement).getPropertyValue('--sans') || 'sans-serif';
      pen.font = `${bold ? 600 : 400} 100px ${sans}`;
      width = pen.measureText(text).width / 100;
    } else width = guessed(text, bold);
    if (measured.size > 5_000) measured.clear();
    measured.set(key, width);
  }
  return width;
}

/** The same without a screen: the mean width of each character. */
function guessed(text: string, bold: boolean): number {
  let w = 0;
  for (const c of text) {
    if ("iIjl.,:;'’|!".includes(c)) w += 0.28;
    else if (' ft()/r-'.includes(c)) w += 0.36;
    else if ('mwMW'.includes(c)) w += 0.88;
    else if (c >= 'A' && c <= 'Z') w += 0.7;
    else w += 0.56;
  }
  return w * (bold ? 1.03 : 0.96);
}

export const MOST_SQUARES = 10;
export const CHIP = 15;
const SIGN = 20;

export interface PlateSize {
  chip: number;
  name: number;
  squares: number;
  width: number;
  height: number;
}

/** Order chip, name, one square per element. */
export function plateSize(unit: UnitView, name: string, chosen: boolean, small = false): PlateSize {
  if (small && !chosen) {
    const width = textWidth(name) * 11;
    return { chip: 0, name: width, squares: 0, width, height: 14 };
  }
  const chip = unit.order ? CHIP + 4 : 0;
  const most = mostOf(unit);
  const squares = most <= 0 ? 0 : most <= MOST_SQUARES ? most * 6.4 + 5 : textWidth(strengthOf(unit)) * 11 + 6;
  const padding = chosen ? 10 : 0;
  const width = textWidth(name) * 12;
  return { chip, name: width, squares, width: chip + width + squares + padding, height: 17 + padding * 0.3 };
}

export interface Signs {
  states: { id: number; at: XY; step: number }[];
  names: { id: number; x: number; y: number; anchor: 'start' | 'middle' | 'end'; chip: XY | null }[];
  plates: { id: number; box: Box; size: PlateSize; chosen: boolean; leader: [XY, XY] | null }[];
}

/** A disordered unit shows the broken square after its state, and last the counter of one that has acted. */
const stepsOf = (unit: UnitView): number[] => [
  ...(unit.state ? [unit.state[0]] : []),
  ...(unit.disordered ? [0] : []),
  ...(unit.acted ? [ACTED] : []),
];

/** The area allowed for the plate of a unit: the window, if the unit itself is in it. */
const roomOf = (map: Box, seen: Seen | undefined, at: XY): Box =>
  seen && at.x > seen.from && at.x < seen.to ? { ...map, x0: Math.max(map.x0, seen.from), x1: Math.min(map.x1, seen.to) } : map;

/** The plate of a chosen unit, in its previous place: it is larger, and grows away from its unit, within the room. */
export function chosenPlate(
  plate: Signs['plates'][number],
  { unit, pieces }: Laid,
  name: string,
  { map, seen }: Partial<Pick<Wanted, 'map' | 'seen'>> = {},
): Signs['plates'][number] {
  const size = plateSize(unit, name, true);
  const m = middleOf(pieces);
  const { x0, y0, x1, y1 } = plate.box;
  const grow = (from: number, to: number, by: number, middle: number) =>
    middle >= to ? to - by / 2 : middle <= from ? from + by / 2 : (from + to) / 2;
  const at = { x: grow(x0, x1, size.width, m.x), y: grow(y0, y1, size.height, m.y) };
  if (map) {
    const room = roomOf(map, seen, m);
    at.x = Math.max(room.x0 + 2 + size.width / 2, Math.min(room.x1 - 2 - size.width / 2, at.x));
  }
  return { id: plate.id, box: box(at, size.width, size.height), size, chosen: true, leader: plate.leader };
}

/** The visible range, horizontally. */
export interface Seen {
  from: number;
  to: number;
}

export interface Wanted {
  map: Box;
  /** The visible range, where the map is wider than its window. */
  seen?: Seen | undefined;
  detail: Detail;
  chosen: number | null;
  viewer: Side | null;
  name: (unit: UnitView) => string;
  /** Boxes taken before: names on the ground. */
  taken: Box[];
}

export function layOut(units: Laid[], wanted: Wanted): Signs {
  const { detail, chosen, viewer } = wanted;
  const crowd = new Crowd(wanted.map);
  for (const b of wanted.taken) crowd.take(b);
  const base = baseOf(detail);
  for (const { unit, pieces } of units) {
    const lead = pieces[0];
    if (!lead) continue;
    if (isGeneral(unit)) crowd.take(box(lead.at, base * 2, base * 2));
    else {
      for (const p of pieces) crowd.take(grown(around(p), 1));
      const far = lead.depth / 2 + 5;
      crowd.take(box({ x: lead.at.x + lead.ahead.x * far, y: lead.at.y + lead.ahead.y * far }, 8, 8));
    }
  }
  const signs: Signs = { states: [], names: [], plates: [] };
  for (const { id, unit, pieces } of units) {
    for (const [i, step] of stepsOf(unit).entries()) beside(crowd, signs, id, pieces, step, i, detail);
  }
  if (detail >= 1) {
    for (const laid of units) if (isGeneral(laid.unit)) nameOf(crowd, signs, laid, base, wanted);
  }
  // Names at every scale, as far as there is room: where units are small, without squares and chips.
  const small = detail < 2;
  const troops = units.filter(({ unit }) => !isGeneral(unit));
  const middles = troops.map(({ pieces }) => middleOf(pieces));
  const keyed = troops.map((laid, i) => {
    const m = middles[i] as XY;
    let nearest = 1e12;
    for (const [j, other] of troops.entries()) {
      if (other.unit.card.side === laid.unit.card.side) continue;
      const o = middles[j] as XY;
      nearest = Math.min(nearest, (o.x - m.x) ** 2 + (o.y - m.y) ** 2);
    }
    return { laid, other: laid.id === chosen ? 0 : 1, foe: viewer && laid.unit.card.side !== viewer ? 1 : 0, nearest };
  });
  keyed.sort((a, b) => a.other - b.other || a.foe - b.foe || a.nearest - b.nearest || a.laid.id - b.laid.id);
  for (const { laid } of keyed) {
    const size = plateSize(laid.unit, wanted.name(laid.unit), laid.id === chosen, small);
    const at = behind(crowd, laid.pieces, size, wanted);
    if (at) signs.plates.push({ id: laid.id, box: at, size, chosen: laid.id === chosen, leader: leaderOf(laid.pieces, at) });
  }
  // Where everything is small, generals are named in the remaining room; one that overlaps a named one is left out.
  if (detail < 1) {
    const named: XY[] = [];
    for (const laid of units) {
      const at = laid.pieces[0]?.at;
      if (!isGeneral(laid.unit) || !at || named.some((other) => Math.hypot(other.x - at.x, other.y - at.y) < base * 2)) continue;
      nameOf(crowd, signs, laid, base, wanted);
      named.push(at);
    }
  }
  return signs;
}

/** A plate that had to move aside is linked to its unit by a line. */
function leaderOf(pieces: Placed[], plate: Box): [XY, XY] | null {
  const m = middleOf(pieces);
  const near: XY = { x: Math.min(plate.x1, Math.max(plate.x0, m.x)), y: Math.min(plate.y1, Math.max(plate.y0, m.y)) };
  const far = Math.hypot(near.x - m.x, near.y - m.y) || 1;
  const way = { x: (near.x - m.x) / far, y: (near.y - m.y) / far };
  const edge = reach(pieces, m, way);
  return far - edge > 12 ? [{ x: m.x + way.x * edge, y: m.y + way.y * edge }, near] : null;
}

/** A state beside the freer flank; never left out. */
function beside(crowd: Crowd, signs: Signs, id: number, pieces: Placed[], step: number, nth: number, detail: Detail) {
  const lead = pieces[0];
  if (!lead) return;
  const size = SIGN * signScale(detail);
  const m = middleOf(pieces);
  const right = { x: -lead.ahead.y, y: lead.ahead.x };
  const side = (sign: number): XY => {
    const way = { x: right.x * sign, y: right.y * sign };
    const far = reach(pieces, m, way) + size * 0.75 + nth * (size + 2);
    return { x: m.x + way.x * far, y: m.y + way.y * far };
  };
  const back = { x: -lead.ahead.x, y: -lead.ahead.y };
  const far = reach(pieces, m, back) + size * 0.8;
  const rear = (sign: number): XY => ({
    x: m.x + back.x * far + right.x * size * sign,
    y: m.y + back.y * far + right.y * size * sign,
  });
  const places = [side(1), side(-1), rear(1), rear(-1)];
  const at = places.find((p) => crowd.free(box(p, size, size))) ?? (places[0] as XY);
  crowd.take(box(at, size, size));
  signs.states.push({ id, at, step });
}

/** A general's name in italic, with the order of the command if it has one. */
function nameOf(crowd: Crowd, signs: Signs, { id, unit, pieces }: Laid, base: number, wanted: Wanted) {
  const at = pieces[0]?.at;
  if (!at) return;
  const chip = unit.order ? CHIP + 5 : 0;
  const size = { x: textWidth(wanted.name(unit), false) * 13 + 2 + chip, y: 17 };
  const gap = base + 5;
  const places = [
    { x: at.x + gap + size.x / 2, y: at.y },
    { x: at.x, y: at.y + gap + size.y / 2 - 2 },
    { x: at.x - gap - size.x / 2, y: at.y },
    { x: at.x, y: at.y - gap - size.y / 2 + 2 },
  ];
  const found = places.find((p) => crowd.free(box(p, size.x, size.y)));
  if (!found) return;
  crowd.take(box(found, size.x, size.y));
  const left = found.x - size.x / 2;
  const [x, anchor] =
    found.x < at.x - 1
      ? [found.x + size.x / 2, 'end' as const]
      : found.x > at.x + 1
        ? [left + chip, 'start' as const]
        : [found.x + chip / 2, 'middle' as const];
  signs.names.push({ id, x, y: found.y + 5, anchor, chip: unit.order ? { x: left, y: found.y - CHIP / 2 } : null });
}

const TURNS = [180, 25, -25, 50, -50, 90, -90, 130, -130, 155];
const SHIFTS = [0, 0.2, -0.2, 0.4, -0.4, 0.6, -0.6];

/** A free place for a plate: behind the unit, else ever farther around it. */
function behind(crowd: Crowd, pieces: Placed[], size: PlateSize, wanted: Wanted): Box | null {
  const lead = pieces[0];
  if (!lead) return null;
  const m = middleOf(pieces);
  const room = roomOf(wanted.map, wanted.seen, m);
  const back = { x: -lead.ahead.x, y: -lead.ahead.y };
  const aside = { x: -back.y, y: back.x };
  for (const farther of [0, 9, 20]) {
    // Directly behind, also shifted along the unit: a plate stays close to its block as long as it can.
    for (const shift of SHIFTS) {
      const half = (Math.abs(back.x) * size.width + Math.abs(back.y) * size.height) / 2;
      const far = reach(pieces, m, back) + 5 + half + farther;
      const off = shift * (Math.abs(aside.x) * size.width + Math.abs(aside.y) * size.height * 2);
      const at = box({ x: m.x + back.x * far + aside.x * off, y: m.y + back.y * far + aside.y * off }, size.width, size.height);
      if (crowd.free(grown(at, 1), room)) {
        crowd.take(at);
        return at;
      }
    }
    for (const turn of TURNS) {
      const way = rotated(back, turn);
      const gap = Math.abs(turn) > 120 ? 13 : 5;
      // Upright boxes: the plate is moved until its near side clears the unit in this direction.
      const half = (Math.abs(way.x) * size.width + Math.abs(way.y) * size.height) / 2;
      const far = reach(pieces, m, way) + gap + half + farther;
      const at = box({ x: m.x + way.x * far, y: m.y + way.y * far }, size.width, size.height);
      if (crowd.free(grown(at, 1), room)) {
        crowd.take(at);
        return at;
      }
    }
  }
  return null;
}
