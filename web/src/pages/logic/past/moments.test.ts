import { describe, expect, it } from 'vitest';
import { Moments } from './moments';

describe('moments', () => {
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
