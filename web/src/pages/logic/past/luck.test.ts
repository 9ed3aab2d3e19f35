import { describe, expect, it } from 'vitest';
import type { DiceBalance } from '../../types';
import { bars, chanceOfFurther, verdict } from './luck';

const dice = (count: number, deviations: number, faces = [1, 1, 1, 1, 1, 1]): DiceBalance => ({
  count,
  mean: 3.5,
  expected: 3.5,
  deviations,
  faces,
  expected_faces: [],
});

describe('dice against expectation', () => {
  it('knows the chance of a gap', () => {
    expect(chanceOfFurther(0)).toBeCloseTo(1, 6);
    expect(chanceOfFurther(1.959964)).toBeCloseTo(0.05, 4);
    expect(chanceOfFurther(-2.575829)).toBeCloseTo(0.01, 4);
  });

  it('calls usual what is usual, and speaks of luck neither without dice nor with few', () => {
    expect(verdict(dice(0, 0)).how).toBe('none');
    expect(verdict(dice(6, 3)).how).toBe('few');
    expect(verdict(dice(200, 0.4)).how).toBe('usual');
    expect(verdict(dice(200, 1.5))).toMatchObject({ how: 'lucky', oneIn: 7 });
    expect(verdict(dice(200, -1.5)).how).toBe('unlucky');
    expect(verdict(dice(200, -2.6))).toMatchObject({ how: 'very_unlucky', percent: 1 });
    expect(verdict(dice(200, 40))).toMatchObject({ how: 'very_lucky', oneIn: 10_000, percent: 1 });
  });

  it('shows every face that fell or was to be expected', () => {
    const balance = { ...dice(3, 0, [1, 2]), expected_faces: [0, 1.5, 1.5] };
    expect(bars(balance).rows).toEqual([
      { face: 1, fell: 1, expected: 0 },
      { face: 2, fell: 2, expected: 1.5 },
      { face: 3, fell: 0, expected: 1.5 },
    ]);
    expect(bars({ ...balance, expected_faces: [0, 3] }).most).toBe(3);
  });
});
