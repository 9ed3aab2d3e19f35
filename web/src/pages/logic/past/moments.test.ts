import { describe, expect, it } from 'vitest';
import { momentAt, Moments } from './moments';

describe('moments', () => {
  it('are found by the number in an address, or are not there', () => {
    const journal = [{ n: 2 }, { n: 5 }, { n: 9 }];
    expect([null, '0', '2', '3', '9'].map((asked) => momentAt(journal, asked))).toEqual([0, 0, 0, 1, 2]);
    for (const wrong of ['10', '999999', 'abc', '-1', '5x', '', '1e1', '٣']) expect(momentAt(journal, wrong), wrong).toBeNull();
    expect(momentAt([], null)).toBe(0);
  });

  it('asks each once, again after a failure, and only a few ahead', async () => {
    const asked: number[] = [];
    let broken = true;
    const moments = new Moments((n) => {
      asked.push(n);
      return broken ? Promise.reject(new Error('gone')) : Promise.resolve({ entry: { n } } as never);
    });
    await expect(moments.get(3)).rejects.toThrow();
    broken = false;
    await moments.get(3);
    await moments.get(3);
    moments.prepare([4, 5, 6, 7, 8, 9]);
    expect(asked).toEqual([3, 3, 4, 5, 6, 7]);
  });
});
