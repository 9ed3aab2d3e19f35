import { describe, expect, it } from 'vitest';
import { sane } from './guest';

describe('the battles of a guest', () => {
  it('are a list of names, whatever was kept', () => {
    expect(sane(null)).toEqual([]);
    expect(sane({ a: 1 })).toEqual([]);
    expect(sane(['a', 3, null, 'b'])).toEqual(['a', 'b']);
  });
});
