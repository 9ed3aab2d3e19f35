// The symbol grammar: how much of a unit is drawn at a scale, and the lines of its signs. A block is its true footprint;
// only the marks on it change with the scale.
import type { Card, NationLook, UnitView } from '$lib/api/types';
import type { Placed } from './hit';
import type { Projection } from './view';

/** The sign of a unit that has acted, among the steps of gravity. */
export const ACTED = -1;

export type Arm = 'foot' | 'horse' | 'guns' | 'general';
/** 0: block and triangle; 1: elements and cockade; 2: figures and plates; 3: two ranks. */
export type Detail = 0 | 1 | 2 | 3;

/** About half of the front of a battalion, in centimetres of the ground: the unit of a ruleset may be tiny. */
const PATCH = 5000;

export function detailOf(view: Projection): Detail {
  const px = view.px * PATCH;
  if (px < 14) return 0;
  if (px < 24) return 1;
  return px < 36 ? 2 : 3;
}

/** The part of a unit that its symbol needs. */
export interface Drawn {
  card: Pick<Card, 'arm'>;
  manner: UnitView['manner'];
  rank: number;
  abandoned?: boolean;
}

export function armOf(card: Pick<Card, 'arm'>): Arm {
  switch (card.arm) {
    case 'cavalry':
    case 'horse':
      return 'horse';
    case 'artillery':
    case 'guns':
      return 'guns';
    case 'general':
      return 'general';
    default:
      return 'foot';
  }
}

export const isGeneral = (unit: Pick<Drawn, 'card' | 'rank'>): boolean => unit.rank > 0 || unit.card.arm === 'general';

/** The strength at the start, or the present one if that is unknown. */
export const mostOf = ({ strength }: Pick<UnitView, 'strength'>): number => Math.max(strength[0], strength[1]);

/** The strength of a unit, with that at the start if it is known. */
export const strengthOf = ({ strength: [now, start] }: Pick<UnitView, 'strength'>, between = '/'): string =>
  start > 0 ? `${now}${between}${start}` : `${now}`;

const PLAIN: NationLook = {
  name: { fr: '', en: '' },
  coat: '#5D5A7A',
  half: null,
  figures: '#FFFFFF',
  hatching: 'none',
  cockade: ['#1B2730', '#FFFFFF'],
};

export const lookOf = (nations: Record<string, NationLook>, nation: string): NationLook => nations[nation] ?? PLAIN;

interface Hatch {
  width: number;
  height: number;
  turn: number;
  d: string;
  filled?: boolean;
}

/** The engraver's code, by name. */
const HATCHES: Record<string, Hatch> = {
  along: { width: 4, height: 4, turn: 0, d: 'M0 2H4' },
  across: { width: 4, height: 4, turn: 0, d: 'M2 0V4' },
  slant_right: { width: 4.2, height: 4.2, turn: 45, d: 'M0 2.1H5' },
  slant_left: { width: 4.2, height: 4.2, turn: -45, d: 'M0 2.1H5' },
  crossed: { width: 4, height: 4, turn: 0, d: 'M0 2H4M2 0V4' },
  lozenges: { width: 7, height: 7, turn: 0, d: 'M3.5 0L7 3.5L3.5 7L0 3.5Z', filled: true },
  dots: { width: 5, height: 5, turn: 0, d: 'M0.7 1.2H2M3.2 3.7H4.5' },
  saltires: { width: 5, height: 5, turn: 0, d: 'M0 0L5 5M5 0L0 5' },
  chevrons: { width: 6, height: 4, turn: 0, d: 'M0 3.4L3 0.6L6 3.4' },
  pairs_along: { width: 6, height: 6, turn: 0, d: 'M0 1.2H6M0 3H6' },
  pairs_across: { width: 6, height: 6, turn: 0, d: 'M1.2 0V6M3 0V6' },
  dashes: { width: 8, height: 5, turn: 0, d: 'M0 1.2H4.4M4 3.7H8.4' },
};

export const hatchNames = Object.keys(HATCHES);
export const hatch = (name: string): Hatch | undefined => HATCHES[name];

/** Whether the lines over the coat are light: like the figures, except lozenges, which are always white. */
const lightLines = (look: NationLook): boolean => look.hatching === 'lozenges' || /^#f{3}(f{3})?$/i.test(look.figures);

/** The pattern of a coat; null for a plain one. */
export const patternOf = (look: NationLook): string | null => (HATCHES[look.hatching] ? `h-${look.hatching}-${lightLines(look) ? 'w' : 'k'}` : null);

const n = (value: number): string => (Math.round(value * 10) / 10).toString();

/** How far a muzzle protrudes. */
export const muzzle = (p: Placed): number => Math.min(8, Math.max(3, p.depth * 0.46));

/** The triangle in front of the lead element. */
export function faceTriangle(p: Placed, guns: boolean, detail: Detail): string {
  const k = detail === 0 ? 0.7 : 1;
  const base = -(p.depth / 2 + (guns ? muzzle(p) : 0) + 3 * k);
  return `M${n(-4.4 * k)} ${n(base)}L0 ${n(base - 5.2 * k)}L${n(4.4 * k)} ${n(base)}Z`;
}

/** A rank of dots, two when there is room; the lead element leaves its middle to the cockade. */
export function ranks(p: Placed, lead: boolean, detail: Detail): { d: string; width: number } {
  const [w, h] = [p.front, p.depth];
  const rows = detail === 3 && h >= 15 ? [-0.16, 0.26] : [0.05];
  const r = Math.min(3, Math.max(0.9, rows.length > 1 ? h * 0.105 : h * 0.12));
  const count = Math.min(60, Math.max(1, Math.round(w / (r * 3.7))));
  const gap = w / count;
  const clear = lead ? Math.min(5.4, h * 0.36) + r + 0.6 : 0;
  let d = '';
  for (const row of rows) {
    for (let i = 0; i < count; i += 1) {
      const x = -w / 2 + gap * (i + 0.5);
      if (Math.abs(x) >= clear) d += `M${n(x)} ${n(h * row)}h.01`;
    }
  }
  return { d, width: r * 2 };
}

/** Two guns per element: muzzles out in front of the block, or behind it with the pole in front when limbered. */
export function guns(p: Placed, limbered: boolean): { muzzles: string; barrels: string; wheels: string; poles: string } {
  const [w, h, long] = [p.front, p.depth, muzzle(p)];
  const places = w >= 18 ? [-0.31, 0.31] : [0];
  const wheel = Math.min(4.5, Math.max(2, w * 0.13));
  let [muzzles, barrels, wheels, poles] = ['', '', '', ''];
  for (const at of places) {
    const x = w * at;
    if (limbered) {
      muzzles += `M${n(x)} ${n(h / 2 - 0.5)}v${n(long * 0.9)}`;
      barrels += `M${n(x)} 0V${n(h / 2)}`;
      poles += `M${n(x)} ${n(-h / 2)}v${n(-long)}m${n(-wheel * 0.8)} ${n(long * 0.3)}h${n(wheel * 1.6)}`;
      for (const side of [-wheel, wheel]) {
        wheels += `M${n(x + side)} ${n(-h * 0.37)}V${n(-h * 0.07)}M${n(x + side)} ${n(h * 0.07)}V${n(h * 0.38)}`;
      }
    } else {
      muzzles += `M${n(x)} ${n(-h / 2 + 0.5)}v${n(-long)}`;
      barrels += `M${n(x)} ${n(-h / 2)}V${n(h * 0.36)}`;
      for (const side of [-wheel, wheel]) wheels += `M${n(x + side)} ${n(-h * 0.26)}V${n(h * 0.22)}`;
    }
  }
  return { muzzles, barrels, wheels, poles };
}

export interface Figure {
  x: number;
  y: number;
}

/** More figures than these stand in a row of their own, however few pieces the unit has. */
const WIDE = 10;

/** Open order: figures without a base, on the true footprint. */
export function openFigures(p: Placed, horse: boolean, lead: boolean, detail: Detail): { scale: number; at: Figure[] } {
  const scale = Math.min(1.6, Math.max(0.35, p.depth / 14));
  const at: Figure[] = [];
  const step = (horse ? 9 : 5.8) * scale;
  const count = Math.min(40, Math.max(1, Math.round(p.front / step)));
  // The figures make room for the cockade.
  const cockade = lead && detail > 0;
  if (cockade && count <= WIDE) {
    for (const side of [-1, 1]) {
      at.push({ x: side * p.front * 0.44, y: -3.2 * scale });
      if (!horse) at.push({ x: side * p.front * 0.31, y: 3.8 * scale });
    }
  } else {
    const clear = cockade ? 6 + 3 * scale : 0;
    for (let i = 0; i < count; i += 1) {
      const x = (i - (count - 1) / 2) * (p.front / count);
      if (Math.abs(x) < clear) continue;
      at.push({ x, y: (i % 2 === 0 ? -3 : 3.4) * scale * (horse ? 0.5 : 1) });
    }
  }
  return { scale, at };
}

/** Radius of the cockade on the lead element. */
export function cockadeRadius(p: Placed, arm: Arm, open: boolean, detail: Detail): number {
  const most = detail === 1 ? 3.6 : arm === 'guns' ? 3.8 : 4.6;
  const r = open ? most : Math.min(most, p.depth * 0.36, p.front * 0.3);
  return Math.max(1.6, r) * (detail === 3 ? 1.15 : 1);
}

/** Half the width of a general's base. */
export const baseOf = (detail: Detail): number => (detail === 0 ? 8 : detail === 1 ? 11 : 14);

/** The hat of a general. */
export const HAT = 'M-9.2 2.6c1.8-4.2 5-8.6 9.2-8.6s7.4 4.4 9.2 8.6c-3.9-1.9-14.5-1.9-18.4 0z';

/** Scale of the signs of state. */
export const signScale = (detail: Detail): number => (detail === 0 ? 0.6 : detail === 1 ? 0.8 : 1);
