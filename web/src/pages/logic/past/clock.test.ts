import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../types';
import * as clocks from './clock';

const both = (text: string) => ({ fr: text, en: text });
const entry = (n: number, turn: number, more: Partial<JournalEntry> = {}): JournalEntry =>
  ({
    n,
    turn,
    what: 'note',
    text: both(''),
    units: [],
    rules: [],
    dice: [],
    breakdown: null,
    paths: [],
    ...more,
  }) as JournalEntry;

describe('replay clock', () => {
  const journal = [entry(0, 0), entry(1, 1), entry(2, 1), entry(3, 2), entry(4, 2)];
  const dwell = () => 100;

  it('goes on by time and speed, carries what is left over, and stops at the end', () => {
    let clock = clocks.toggle(clocks.start(5));
    clock = clocks.tick(clock, 150, dwell);
    expect([clock.at, clock.shown]).toEqual([1, 50]);
    clock = clocks.tick({ ...clock, speed: 2 }, 100, dwell);
    expect([clock.at, clock.shown]).toEqual([3, 50]);
    clock = clocks.tick(clock, 10_000, dwell);
    expect([clock.at, clock.playing]).toEqual([4, false]);
    expect(clocks.tick(clock, 1000, dwell)).toBe(clock);
    expect(clocks.toggle(clock)).toMatchObject({ at: 0, playing: true });
  });

  it('steps within bounds and stands still afterwards', () => {
    const playing = clocks.toggle(clocks.start(5));
    expect(clocks.step(playing, -1)).toMatchObject({ at: 0, playing: false });
    expect(clocks.step(clocks.go(playing, 4), 1).at).toBe(4);
    expect(clocks.start(0)).toMatchObject({ at: 0, last: 0 });
    expect(clocks.toggle(clocks.start(0)).playing).toBe(false);
  });

  it('marks and jumps to the beginnings of turns', () => {
    expect(clocks.turns(journal)).toEqual([
      { turn: 0, at: 0 },
      { turn: 1, at: 1 },
      { turn: 2, at: 3 },
    ]);
    const at = (n: number) => clocks.go(clocks.start(5), n);
    expect(clocks.jump(at(1), journal, 1).at).toBe(3);
    expect(clocks.jump(at(4), journal, 1).at).toBe(4);
    expect(clocks.jump(at(2), journal, -1).at).toBe(1);
    expect(clocks.jump(at(1), journal, -1).at).toBe(0);
  });

  it('gives a long move its time, two seconds at most', () => {
    const pose = (x: number) => ({ at: { x, y: 0 }, facing: 0 });
    const moved = (cm: number) => entry(0, 1, { paths: [[7, [pose(0), pose(cm)]]] });
    expect(clocks.dwell(moved(400), 100)).toBe(1000);
    expect(clocks.dwell(moved(40_000), 100)).toBe(2000);
    expect(clocks.dwell(entry(0, 1, { dice: [6] }), 100)).toBeGreaterThan(clocks.dwell(entry(0, 1), 100));
  });

  it('passes over phases in which nothing happened', () => {
    const clock = (n: number, turn: number) => entry(n, turn, { what: 'clock' });
    const quiet = [clock(0, 1), clock(1, 1), entry(2, 1), clock(3, 1), clock(4, 2)];
    expect(quiet.map((_, i) => clocks.isIdle(quiet, i))).toEqual([true, false, false, false, false]);
  });

  it('offers speeds in order and stays within them', () => {
    const clock = clocks.start(5);
    expect(clocks.faster(clock, 1).speed).toBe(2);
    expect(clocks.faster({ ...clock, speed: 16 }, 1).speed).toBe(16);
    expect(clocks.faster({ ...clock, speed: 0.5 }, -1).speed).toBe(0.5);
  });
});
