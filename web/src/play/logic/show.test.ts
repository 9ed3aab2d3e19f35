import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JournalEntry, UnitView } from '$lib/api/types';
import { mattered, MOST, scenes } from './show';
import { PACES, Show } from './show.svelte';

const entry = (n: number, what: string, units: number[], dice: number[] = [], turn = 1): JournalEntry => ({
  n,
  turn,
  what,
  units,
  dice,
  text: { fr: `${what} ${n}`, en: `${what} ${n}` },
  rules: [],
  breakdown: null,
  paths: [],
});
const unit = (x: number): UnitView =>
  ({ card: { pieces: [{ pose: { at: { x, y: 0 }, facing: 0 }, front: 1, depth: 1, lead: true }] } }) as unknown as UnitView;
const units = { 1: unit(100), 2: unit(200), 3: unit(300) };

describe('scenes', () => {
  it('show a fire from its shooter to its target, once, with its dice', () => {
    const [fire, ...rest] = scenes([entry(0, 'fire', [1, 2]), entry(1, 'fire', [1], [4, 5])], units, units);
    expect(rest).toEqual([]);
    expect(fire).toMatchObject({ n: 1, kind: 'fire', from: { x: 100 }, at: { x: 200 }, dice: [4, 5] });
  });
  it('find the target where only the loss names it, and go straight ahead where it is not known', () => {
    const told = scenes([entry(0, 'fire', [1], [4]), entry(1, 'note', [2, 1])], units, units);
    expect(told).toMatchObject([{ kind: 'fire', from: { x: 100 }, at: { x: 200 } }]);
    expect(scenes([entry(0, 'charge', [1])], units, units)).toMatchObject([{ kind: 'charge', from: { x: 100, y: 0 }, at: { x: 100, y: 1 } }]);
  });
  it('show who is gone where he stood', () => {
    const now = { 1: unit(100) };
    expect(scenes([entry(0, 'gone', [3])], units, now)).toMatchObject([{ kind: 'gone', at: { x: 300 } }]);
  });
  it('leave out what is not to be seen, and of many things the least', () => {
    expect(scenes([entry(0, 'clock', []), entry(1, 'move', [1]), entry(2, 'test', [1])], units, units)).toEqual([]);
    const many = Array.from({ length: 9 }, (_, n) => entry(n, 'test', [1 + (n % 3)], [n % 6]));
    const shown = scenes([...many, entry(9, 'gone', [2])], units, units);
    expect(shown).toHaveLength(MOST);
    expect(shown.at(-1)?.kind).toBe('gone');
  });
});

describe('what mattered in a turn', () => {
  it('is three things of that turn, the gravest, in their order', () => {
    const journal = [
      entry(0, 'test', [1], [1]),
      entry(1, 'gone', [2]),
      entry(12, 'fire', [1, 2], [3]),
      entry(13, 'loss', [2]),
      entry(24, 'rout', [3]),
      entry(25, 'gone', [1], [], 2),
    ];
    expect(mattered(journal, 1).map(({ n }) => n)).toEqual([1, 12, 24]);
  });
  it('tells a deed once, by the weightiest that is said of it', () => {
    const journal = [entry(0, 'fire', [1, 2]), entry(1, 'fire', [1], [3]), entry(2, 'loss', [2]), entry(30, 'loss', [3])];
    expect(mattered(journal, 1).map(({ n }) => n)).toEqual([1, 30]);
  });
});

describe('a show', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const two = () => scenes([entry(0, 'fire', [1, 2], [4]), entry(1, 'rout', [3])], units, units);

  it('goes on by itself and is skipped by a press', () => {
    const show = new Show();
    show.play(two(), 'usual', false);
    expect(show.now?.n).toBe(0);
    vi.advanceTimersByTime(PACES.usual);
    expect(show.now?.n).toBe(1);
    vi.advanceTimersByTime(PACES.usual);
    expect(show.running).toBe(false);
    show.play(two(), 'usual', false);
    show.skip();
    expect(show.running).toBe(false);
    show.play(two(), 'off', false);
    expect(show.running).toBe(false);
  });
  it('waits while units are on their way and loses nothing', () => {
    const show = new Show();
    show.hold(true);
    show.play(two(), 'usual', false);
    vi.advanceTimersByTime(5 * PACES.usual);
    expect([show.now, show.running]).toEqual([null, true]);
    show.hold(false);
    expect(show.now?.n).toBe(0);
    // A unit moves again: the next scene waits for it.
    show.hold(true);
    vi.advanceTimersByTime(5 * PACES.usual);
    expect([show.now, show.running]).toEqual([null, true]);
    show.hold(false);
    expect(show.now?.n).toBe(1);
  });
});
