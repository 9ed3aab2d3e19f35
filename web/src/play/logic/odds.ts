// Odds ready to be drawn: a falling curve of "at least n", bars for named ends.
import type { OddsView } from '$lib/api/types';
import { percent } from '$lib/i18n/format';

export interface CurvePoint {
  n: number;
  chance: number;
  percent: number;
  x: number;
  y: number;
  threshold: boolean;
}

export const CURVE = { width: 372, height: 106, top: 16, base: 78, left: 40, right: 330, most: 8 };

/** The points of the curve: without a long certain beginning or a long hopeless end, the threshold always among them. */
export function curve(odds: Pick<OddsView, 'at_least' | 'threshold'>): CurvePoint[] {
  const threshold = odds.threshold?.[0] ?? null;
  const all = [...odds.at_least].sort((a, b) => a[0] - b[0]).filter(([n]) => n > 0);
  let first = 0;
  while (first + 2 < all.length && (all[first + 1]?.[1] ?? 0) >= 1 && all[first]?.[0] !== threshold) first += 1;
  let last = all.length;
  while (last - 2 > first && (all[last - 1]?.[1] ?? 1) < 0.005 && all[last - 1]?.[0] !== threshold) last -= 1;
  let shown = all.slice(first, last);
  if (shown.length > CURVE.most) {
    // Too many to read: every second, third... one, and the threshold.
    const step = Math.ceil(shown.length / CURVE.most);
    shown = shown.filter(([n], i) => i % step === 0 || n === threshold || i === shown.length - 1);
  }
  const gap = shown.length > 1 ? (CURVE.right - CURVE.left) / (shown.length - 1) : 0;
  return shown.map(([n, chance], i) => ({
    n,
    chance,
    percent: percent(chance),
    x: CURVE.left + gap * i,
    y: CURVE.base - (CURVE.base - CURVE.top) * chance,
    threshold: n === threshold,
  }));
}

/** Named ends, the likeliest first, each with the width of its bar. */
export function bars(odds: Pick<OddsView, 'rows'>): { index: number; chance: number; percent: number }[] {
  return odds.rows
    .map((row, index) => ({ index, chance: row.probability, percent: percent(row.probability) }))
    .filter(({ chance }) => chance > 0)
    .sort((a, b) => b.chance - a.chance || a.index - b.index);
}
