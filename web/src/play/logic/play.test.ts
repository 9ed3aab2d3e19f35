import { describe, expect, it } from 'vitest';
import type { Ask, Choice, Field, JournalEntry, Manoeuvre, Piece, Reply, Table, Update } from '$lib/api/types';
import type { Taken } from '$lib/keys';
import { about, eventful, merge } from '$lib/state/merge';
import { allowedIndex, carriedTo, fresh, leadOf, mirrored, walked, withAmount } from './march';
import { along, lasting } from './motion.svelte';
import { bars, curve } from './odds';
import { clampTo, nearestAlong, pointAt } from './path';
import {
  choiceNaming,
  complete,
  defaults,
  fieldOf,
  isPicked,
  opened,
  replyAt,
  room,
  sameReply,
  shared,
  spent,
  toggled,
  withReply,
  type Spot,
  sameForAll,
  subjectOf,
} from './replies';
import { nextSeat } from './turns';

const choice = (does: string, cost = 0, then: Field[] = [], unit?: number): Choice => ({
  key: { does, ...(unit === undefined ? {} : { refs: [{ unit }] }) },
  cost,
  facts: {},
  rules: [],
  then,
});
const pick = (from: Choice[], min = 1, max = 1, budget: number | null = null, unit = 7): Field => ({
  about: { unit },
  shape: { pick: { from, min, max, budget } },
  default: { picked: min > 0 && from[0] ? [[from[0].key, []]] : [] },
});
const ask = (fields: Field[]): Ask => ({ id: 4, slot: { side: 'blue', kind: 'x' }, fields, measuring: 'free', rules: [] });

describe('picks', () => {
  const hold = choice('hold');
  const fire = choice('fire', 0, [], 12);
  it('of one are exchanged, never given back below the least', () => {
    const field = pick([hold, fire]);
    const taken = toggled(field, field.default, fire);
    expect(isPicked(taken, fire.key)).toBe(true);
    expect(isPicked(taken, hold.key)).toBe(false);
    expect(toggled(field, taken, fire)).toEqual(taken);
    expect(sameReply(toggled(field, taken, hold), field.default)).toBe(true);
  });
  it('of several stop at the most and at the budget', () => {
    const [a, b, c] = [choice('a', 2), choice('b', 2), choice('c', 1)];
    const field = pick([a, b, c], 0, 2, 3);
    const one = toggled(field, { picked: [] }, a);
    expect(room(field, one, b)).toBe('dear');
    expect(toggled(field, one, b)).toEqual(one);
    const two = toggled(field, one, c);
    expect(spent(field, two)).toBe(3);
    expect(room(field, two, b)).toBe('full');
    expect(toggled(field, two, a)).toEqual({ picked: [[c.key, []]] });
  });
  it('that open fields are answered by their defaults, and changed in their depth', () => {
    const inner = pick([choice('near'), choice('far')]);
    const field = pick([hold, choice('go', 0, [inner])]);
    const go = field.shape as { pick: { from: Choice[] } };
    const replies = [toggled(field, field.default, go.pick.from[1] as Choice)];
    const spot: Spot = { path: [0], field, words: undefined, reply: replies[0] as Reply };
    const [open] = opened(spot);
    expect(open?.path).toEqual([0, 0, 0]);
    expect(open?.reply).toEqual(inner.default);
    const changed = withReply(replies, [0, 0, 0], { picked: [[{ does: 'far' }, []]] });
    expect(replyAt(changed, [0, 0, 0])).toEqual({ picked: [[{ does: 'far' }, []]] });
    expect(replyAt(replies, [0, 0, 0])).toEqual(inner.default);
    expect(complete(field, changed[0] as Reply)).toBe(true);
    expect(complete(field, { picked: [[{ does: 'go' }, []]] })).toBe(false);
  });
  it('are found by the unit they are about and by the unit they name', () => {
    const sheet = ask([pick([hold, fire], 1, 1, null, 3), pick([hold], 1, 1, null, 5)]);
    expect(fieldOf(sheet, 5, undefined)).toBe(1);
    expect(fieldOf(sheet, 6, undefined)).toBeNull();
    expect(choiceNaming(sheet.fields[0] as Field, { picked: [] }, 12)?.key.does).toBe('fire');
    expect(defaults(sheet)).toHaveLength(2);
  });
  it('have one unit that they are about: their own, or the one that their only choice names', () => {
    const spot = (field: Field, reply: Reply): Spot => ({ path: [0], field, words: undefined, reply });
    const mine = (id: number) => id < 10;
    const own = pick([hold], 1, 1, null, 3);
    expect(subjectOf(spot(own, own.default), mine)).toBe(3);
    const go: Choice = { key: { does: 'go', refs: [{ unit: 12 }, { unit: 4 }] }, cost: 0, facts: {}, rules: [], then: [] };
    const side: Field = { ...pick([hold, go]), about: { side: 'blue' } };
    expect(subjectOf(spot(side, { picked: [[hold.key, []]] }), mine)).toBeNull();
    expect(subjectOf(spot(side, { picked: [[go.key, []]] }), mine)).toBe(4);
  });
  it('can be made the same for all that offer it', () => {
    const sheet = ask([pick([hold, choice('rest')], 1, 1, null, 3), pick([hold], 1, 1, null, 5), pick([hold, choice('rest')], 1, 1, null, 6)]);
    const all = sameForAll(sheet, defaults(sheet), { does: 'rest' });
    expect(all.map((reply) => ('picked' in reply ? reply.picked[0]?.[0].does : ''))).toEqual(['rest', hold.key.does, 'rest']);
  });
  it('take others as far along as their own way goes', () => {
    const way = (most: number): Field =>
      ({ about: { unit: 1 }, shape: { along: { mover: 1, path: [], at: [[0, most]] } }, default: { at: 0 } }) as unknown as Field;
    const march = (most: number): Choice => ({ ...choice('march'), then: [way(most)] });
    const sheet = ask([900, 900, 400].map((most, i) => pick([hold, march(most)], 1, 1, null, i)));
    const first: Reply = { picked: [[{ does: 'march' }, [{ at: 700 }]]] };
    const all = sameForAll(sheet, [first, ...defaults(sheet).slice(1)], { does: 'march' }, [{ at: 700 }]);
    expect(all.map((reply) => ('picked' in reply ? reply.picked[0]?.[1] : []))).toEqual([[{ at: 700 }], [{ at: 700 }], [{ at: 400 }]]);
  });
  it('are the same whatever their order', () => {
    const a: Reply = {
      picked: [
        [{ does: 'a' }, []],
        [{ does: 'b', refs: [] }, []],
      ],
    };
    const b: Reply = {
      picked: [
        [{ does: 'b' }, []],
        [{ does: 'a' }, []],
      ],
    };
    expect(sameReply(a, b)).toBe(true);
  });
});

describe('shares', () => {
  const field: Field = {
    about: { side: 'blue' },
    shape: {
      share: {
        total: 6,
        among: [
          [{ unit: 1 }, 0, 4],
          [{ unit: 2 }, 1, 4],
          [{ unit: 3 }, 0, 2],
        ],
      },
    },
    default: { shared: [1, 3, 2] },
  };
  it('always add up within the bounds', () => {
    for (const [i, value] of [
      [0, 4],
      [0, 0],
      [1, 4],
      [2, 9],
      [1, -3],
    ] as const) {
      const reply = shared(field, field.default, i, value);
      expect(complete(field, reply)).toBe(true);
    }
    expect(shared(field, field.default, 0, 3)).toEqual({ shared: [3, 3, 0] });
  });
});

describe('marches', () => {
  const unit = 5_000;
  const pieces: Piece[] = [
    { pose: { at: { x: 0, y: 0 }, facing: 0 }, front: 5_000, depth: 2_500, lead: true },
    { pose: { at: { x: 5_000, y: 0 }, facing: 0 }, front: 5_000, depth: 2_500, lead: false },
  ];
  it('begin with a modest amount, never beyond what is allowed', () => {
    expect(fresh({ ahead: 40_000 }, unit)).toEqual({ ahead: 5_000 });
    expect(fresh({ ahead: 2_000 }, unit)).toEqual({ ahead: 2_000 });
    expect(fresh({ wheel: 3_000 }, unit)).toEqual({ wheel: 3_000 });
    expect(fresh({ reform: 'line' }, unit)).toEqual({ reform: 'line' });
    expect(mirrored({ side: 200 })).toEqual({ side: -200 });
    expect(mirrored({ oblique: { cm: 10, by: 4_500 } })).toEqual({ oblique: { cm: 10, by: -4_500 } });
    expect(withAmount({ back: 5 }, -3)).toEqual({ back: 0 });
  });
  it('are recognised among what is allowed', () => {
    const allowed: Manoeuvre[] = [{ ahead: 1 }, { reform: 'line' }, { reform: 'square' }, 'stand'];
    expect(allowedIndex(allowed, { reform: 'square' })).toBe(2);
    expect(allowedIndex(allowed, { ahead: 900 })).toBe(0);
    expect(allowedIndex(allowed, { wheel: 900 })).toBe(-1);
  });
  it('can be drawn without the rules', () => {
    const [ahead] = walked(pieces, [{ ahead: 1_000 }]);
    expect(ahead?.pose.at.y).toBeCloseTo(1_000);
    const wheeled = leadOf(walked(pieces, [{ wheel: 9_000 }]));
    // About its right front corner (2500, 1250): a quarter to the right.
    expect(wheeled?.pose.facing).toBe(9_000);
    expect(wheeled?.pose.at.x).toBeCloseTo(1_250);
    expect(wheeled?.pose.at.y).toBeCloseTo(3_750);
    const there = carriedTo(pieces, { x: 100, y: 100 }, 9_000);
    expect(there[1]?.pose.at.x).toBeCloseTo(100);
    expect(there[1]?.pose.at.y).toBeCloseTo(-4_900);
  });
});

describe('points of a path', () => {
  const path = [
    { x: 0, y: 0 },
    { x: 1_000, y: 0 },
    { x: 1_000, y: 1_000 },
  ];
  it('stay in their windows', () => {
    expect(
      clampTo(
        [
          [0, 100],
          [400, 600],
        ],
        300,
      ),
    ).toBe(400);
    expect(
      clampTo(
        [
          [0, 100],
          [400, 600],
        ],
        200,
      ),
    ).toBe(100);
    expect(clampTo([[0, 100]], 50)).toBe(50);
  });
  it('are found by way and by place', () => {
    expect(pointAt(path, 1_500)).toEqual({ x: 1_000, y: 500 });
    expect(nearestAlong(path, { x: 1_400, y: 500 })).toBe(1_500);
  });
});

describe('odds', () => {
  it('fall, keep their threshold and never say certain for what is not', () => {
    const points = curve({
      at_least: [
        [0, 1],
        [1, 1],
        [2, 1],
        [3, 0.9999],
        [4, 0.76],
        [5, 0.24],
        [6, 0.012],
        [7, 0.0001],
        [8, 0.00001],
      ],
      threshold: [4, { fr: '', en: '' }],
    });
    expect(points.map((p) => p.n)).toEqual([2, 3, 4, 5, 6]);
    expect(points.map((p) => p.percent)).toEqual([100, 99, 76, 24, 1]);
    expect(points.filter((p) => p.threshold).map((p) => p.n)).toEqual([4]);
    for (const [i, p] of points.slice(1).entries()) expect(p.y).toBeGreaterThanOrEqual(points[i]?.y ?? 0);
  });
  it('are thinned when there are too many, but for the threshold', () => {
    const many = curve({ at_least: Array.from({ length: 30 }, (_, i) => [i + 1, 1 - (i + 1) / 31]), threshold: [14, { fr: '', en: '' }] });
    expect(many.length).toBeLessThanOrEqual(11);
    expect(many.some((p) => p.n === 14)).toBe(true);
  });
  it('of named ends come likeliest first', () => {
    const row = (probability: number) => ({ text: { fr: '', en: '' }, facts: {}, probability, p: null });
    expect(bars({ rows: [row(0.2), row(0.7), row(0), row(0.1)] }).map((b) => b.index)).toEqual([1, 0, 3]);
  });
});

describe('the journal and updates', () => {
  const entry = (n: number, units: number[]): JournalEntry => ({
    n,
    turn: 1,
    what: 'note',
    text: { fr: '', en: '' },
    units,
    rules: [],
    dice: [],
    breakdown: null,
    paths: [],
  });
  it('is filtered by unit', () => {
    const journal = [entry(0, [1]), entry(1, [2, 3]), entry(2, [])];
    expect(about(journal, null)).toHaveLength(3);
    expect(about(journal, [3]).map((e) => e.n)).toEqual([1]);
    expect(about(journal, [9])).toEqual([]);
  });
  it('passes over phases in which nothing happened', () => {
    const clock = (n: number) => ({ ...entry(n, []), what: 'clock' });
    expect(eventful([clock(0), clock(1), entry(2, []), clock(3)]).map((e) => e.n)).toEqual([1, 2, 3]);
  });
  it('grows, is cut back by an undo, and units come and go', () => {
    const now = {
      seq: 1,
      whole: true,
      units: { 1: 'a', 2: 'b' },
      gone: [],
      journal: [entry(4, []), entry(5, [])],
      journal_from: 4,
    } as unknown as Update;
    const table = { battle: 'x', now } as unknown as Table;
    const next = merge(table, {
      ...now,
      seq: 2,
      whole: false,
      units: { 3: 'c' } as never,
      gone: [1],
      journal: [entry(5, [9]), entry(6, [])],
      journal_from: 5,
    });
    expect(Object.keys(next.now.units)).toEqual(['2', '3']);
    expect(next.now.journal.map((e) => e.n)).toEqual([4, 5, 6]);
    expect(next.now.journal[1]?.units).toEqual([9]);
    expect(Object.keys(table.now.units)).toEqual(['1', '2']);
  });
});

describe('movement', () => {
  const pose = (x: number, y: number, facing = 0) => ({ at: { x, y }, facing });
  it('lasts a quarter of a second a unit and two seconds at most', () => {
    expect(lasting([[1, [pose(0, 0), pose(0, 10_000)]]], 5_000)).toBe(500);
    expect(lasting([[1, [pose(0, 0), pose(0, 900_000)]]], 5_000)).toBe(2_000);
    expect(lasting([[1, [pose(0, 0)]]], 5_000)).toBe(0);
  });
  it('goes along the way and turns the shorter way round', () => {
    expect(along([pose(0, 0), pose(1_000, 0), pose(1_000, 1_000)], 0.75)?.at).toEqual({ x: 1_000, y: 500 });
    expect(along([pose(0, 0, 35_000), pose(1_000, 0, 1_000)], 0.5)?.facing).toBe(0);
  });
});

describe('two seats at one screen', () => {
  const seats = [{ side: 'blue' }, { side: 'red' }] as Taken[];
  const table = (over: object) => ({ now: { asks: [], dice_wanted: [], outcome: null, guide: { thinking: false }, ...over } }) as unknown as Table;
  it('pass the screen only when nothing is left to decide', () => {
    expect(nextSeat(table({}), seats, 0, new Set(), false)).toBe(1);
    expect(nextSeat(table({ asks: [1] }), seats, 0, new Set(), false)).toBeNull();
    expect(nextSeat(table({ outcome: {} }), seats, 0, new Set(), false)).toBeNull();
    expect(nextSeat(table({}), seats, 0, new Set(), true)).toBeNull();
  });
  it('do not pass it to and fro when neither has anything', () => {
    expect(nextSeat(table({}), seats, 1, new Set([0]), false)).toBeNull();
  });
});
