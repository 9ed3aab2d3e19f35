/** Dice against expectation: how unusual, in plain words and without naming a statistic. */

import type { DiceBalance } from '../../types';

/** Chance that a normal deviate lies at least this far from its mean, on either side (Abramowitz and Stegun 7.1.26). */
export function chanceOfFurther(deviations: number): number {
  const x = Math.abs(deviations) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.min(1, Math.max(0, poly * Math.exp(-x * x)));
}

/** How lucky the dice of a side were. */
export type Verdict =
  | { how: 'none' }
  | { how: 'few'; count: number }
  | { how: 'usual' | 'lucky' | 'unlucky' | 'very_lucky' | 'very_unlucky'; oneIn: number; percent: number };

/** Few dice say nothing; a deviation that one battle in five has is usual; one in twenty is rare. */
export function verdict(dice: DiceBalance): Verdict {
  if (dice.count === 0) return { how: 'none' };
  if (dice.count < 10) return { how: 'few', count: dice.count };
  const p = chanceOfFurther(dice.deviations);
  const oneIn = Math.min(10_000, Math.max(1, Math.round(1 / Math.max(p, 1e-9))));
  const percent = Math.min(99, Math.max(1, Math.round(p * 100)));
  const high = dice.deviations > 0;
  if (p > 1 / 5) return { how: 'usual', oneIn, percent };
  if (p > 1 / 20) return { how: high ? 'lucky' : 'unlucky', oneIn, percent };
  return { how: high ? 'very_lucky' : 'very_unlucky', oneIn, percent };
}

/** Bars of the faces: the actual and expected number of each, and the tallest of them all. */
export function bars(dice: DiceBalance): { rows: { face: number; fell: number; expected: number }[]; most: number } {
  const n = Math.max(dice.faces.length, dice.expected_faces.length);
  const rows = Array.from({ length: n }, (_, i) => ({ face: i + 1, fell: dice.faces[i] ?? 0, expected: dice.expected_faces[i] ?? 0 }));
  return { rows, most: Math.max(1, ...rows.map((r) => Math.max(r.fell, r.expected))) };
}
