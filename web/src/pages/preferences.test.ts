import { describe, expect, it } from 'vitest';
import { sane } from './preferences.svelte';

describe('preferences', () => {
  it('keeps what makes sense and drops the rest', () => {
    expect(sane(null)).toEqual({ curtain: true, rotate: true, coach: true, motion: 'system', pace: 'usual', sound: false });
    expect(sane({ curtain: false, rotate: 'no', motion: 'wild' })).toEqual({
      curtain: false,
      rotate: true,
      coach: true,
      motion: 'system',
      pace: 'usual',
      sound: false,
    });
    expect(sane({ motion: 'reduced', coach: false })).toMatchObject({ motion: 'reduced', coach: false });
  });
});
