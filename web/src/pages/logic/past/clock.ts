/** The clock of a replay: which entry of the journal is shown, and when the next one is due. No timer lives here. */

import type { JournalEntry } from '../../types';

/** Speeds on offer, as factors. */
export const SPEEDS = [0.5, 1, 2, 4, 8, 16] as const;

/** Headings, orders and changes of state, of which a turn has many, need little time. */
const GLANCE: ReadonlySet<string> = new Set(['clock', 'order', 'state']);

/** State of the replay. */
export interface Clock {
  /** Index of the entry shown. */
  at: number;
  /** Index of the last entry. */
  last: number;
  playing: boolean;
  speed: number;
  /** Milliseconds, at speed 1, for which this entry has been shown. */
  shown: number;
}

/** A clock at the beginning, standing. */
export function start(entries: number): Clock {
  return { at: 0, last: Math.max(0, entries - 1), playing: false, speed: 1, shown: 0 };
}

/** The time that an entry is shown, in milliseconds at speed 1; moves by their length, two seconds at most. */
export function dwell(entry: JournalEntry | undefined, unitCm: number): number {
  if (!entry) return 0;
  if (GLANCE.has(entry.what)) return 350;
  let longest = 0;
  for (const [, path] of entry.paths) {
    let cm = 0;
    for (let i = 1; i < path.length; i++) {
      const a = path[i - 1]?.at;
      const b = path[i]?.at;
      if (a && b) cm += Math.hypot(b.x - a.x, b.y - a.y);
    }
    longest = Math.max(longest, cm);
  }
  const moving = Math.min(2000, (longest / Math.max(1, unitCm)) * 250);
  const reading = entry.breakdown || entry.dice.length > 0 ? 1400 : 700;
  return Math.max(moving, reading);
}

/** Advances the time. At the end the clock stops by itself. */
export function tick(clock: Clock, ms: number, dwellOf: (at: number) => number): Clock {
  if (!clock.playing) return clock;
  let { at, shown } = clock;
  shown += ms * clock.speed;
  while (at < clock.last && shown >= dwellOf(at)) {
    shown -= dwellOf(at);
    at += 1;
  }
  if (at >= clock.last) return { ...clock, at: clock.last, shown: 0, playing: false };
  return { ...clock, at, shown };
}

/** Play or pause; at the end it plays again from the beginning. */
export function toggle(clock: Clock): Clock {
  if (clock.playing) return { ...clock, playing: false };
  return clock.at >= clock.last ? { ...clock, at: 0, shown: 0, playing: clock.last > 0 } : { ...clock, playing: true };
}

/** One entry forward or back, standing still afterwards. */
export function step(clock: Clock, by: number): Clock {
  return go(clock, clock.at + by);
}

/** To an entry, standing still afterwards. */
export function go(clock: Clock, to: number): Clock {
  return { ...clock, at: Math.min(clock.last, Math.max(0, Math.round(to))), shown: 0, playing: false };
}

/** The next speed on offer, faster or slower. */
export function faster(clock: Clock, by: 1 | -1): Clock {
  const i = SPEEDS.findIndex((s) => s >= clock.speed);
  const next = SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, (i < 0 ? SPEEDS.length - 1 : i) + by))];
  return { ...clock, speed: next ?? 1 };
}

/** Whether an entry only begins a phase in which nothing happened. */
export function isIdle(entries: JournalEntry[], at: number): boolean {
  const [here, next] = [entries[at], entries[at + 1]];
  return here?.what === 'clock' && next?.what === 'clock' && next.turn === here.turn;
}

/** Where each turn begins: for the marks on the scrubber and the jump. */
export function turns(entries: JournalEntry[]): { turn: number; at: number }[] {
  const marks: { turn: number; at: number }[] = [];
  entries.forEach((entry, at) => {
    if (marks.at(-1)?.turn !== entry.turn) marks.push({ turn: entry.turn, at });
  });
  return marks;
}

/** The next or previous beginning of a turn. Back within a turn goes to its beginning first. */
export function jump(clock: Clock, entries: JournalEntry[], by: 1 | -1): Clock {
  const marks = turns(entries).map((m) => m.at);
  const to = by > 0 ? (marks.find((at) => at > clock.at) ?? clock.last) : (marks.findLast((at) => at < clock.at) ?? 0);
  return go(clock, to);
}
