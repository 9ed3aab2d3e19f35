import { describe, expect, it } from 'vitest';
import type { AskView } from '../types';
import { due, fits, taught, type Lesson, type Scene } from './coach';

describe('coach', () => {
  const ask = (id: number, shape: object, secret = false) => ({ ask: { id, fields: [{ shape }] }, secret }) as unknown as AskView;
  const scene = (more: Partial<Scene> = {}): Scene => ({
    selected: false,
    asks: [],
    sealed: false,
    whose: 'mine',
    odds: false,
    dice: false,
    undo: false,
    ...more,
  });

  it('teaches what fits the screen, in order, and each thing once', () => {
    const seen = new Set<Lesson>();
    const orders = scene({ asks: [ask(1, { pick: { from: [] } }, true)] });
    expect(due(orders, seen)).toBe('look');
    seen.add('look');
    expect(due(orders, seen)).toBe('select');
    const chosen = scene({ ...orders, selected: true });
    expect(taught(orders, chosen)).toEqual(['select']);
    seen.add('select');
    expect(due(chosen, seen)).toBe('card');
    seen.add('card').add('guide');
    expect(due(chosen, seen)).toBe('order');
    seen.add('order');
    expect(due(chosen, seen)).toBe('seal');
    seen.add('seal');
    expect(due(chosen, seen)).toBeNull();
  });

  it('knows a march inside a pick, and that an answered question was learnt', () => {
    const marching = scene({ asks: [ask(2, { pick: { from: [{ then: [{ shape: { march: {} } }] }] } })] });
    expect(fits('march', marching)).toBe(true);
    expect(fits('order', marching)).toBe(false);
    // The word alone, as the subject of a choice, is no march.
    const named = scene({ asks: [ask(4, { pick: { from: [{ key: { march: 1 } }] } })] });
    expect(fits('march', named)).toBe(false);
    expect(taught(marching, scene({ asks: [ask(3, { pick: { from: [] } })] }))).toEqual(['march']);
  });
});
