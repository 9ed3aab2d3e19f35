import { expect, test } from 'vitest';
import type { Point, UnitView, Why, WhyLine } from '../../types';
import { aimsOf, plansOf, whyOf } from './why';

const text = (en: string) => ({ fr: `${en} (fr)`, en });
const line = (unit: number | null, en: string, more: Partial<WhyLine> = {}): WhyLine => ({ unit, command: null, on: null, text: text(en), ...more });
const all: Why[] = [
  {
    turn: 1,
    side: 'red',
    question: text('Orders'),
    lines: [line(3, 'take'), line(null, 'search')],
  },
  {
    turn: 2,
    side: 'red',
    question: text('Orders'),
    lines: [line(3, 'hold'), line(4, 'support')],
  },
  {
    turn: 2,
    side: 'red',
    question: text('Fire'),
    lines: [line(3, 'hold'), line(3, 'shoot')],
  },
];

test('an entry has the reasons of its units in its turn, each once', () => {
  expect(whyOf(all, { turn: 2, units: [3] }).map((line) => line.text.en)).toEqual(['hold', 'shoot']);
  expect(whyOf(all, { turn: 1, units: [3, 4] }).map((line) => line.text.en)).toEqual(['take']);
});

test('what no general decided has none', () => {
  expect(whyOf(all, { turn: 2, units: [9] })).toEqual([]);
  expect(whyOf(all, { turn: 3, units: [3] })).toEqual([]);
  expect(whyOf(all, { turn: 2, units: [] })).toEqual([]);
});

const at = (x: number, y: number): Point => ({ x, y });
const standing = (command: number, rank: number, ...places: Point[]) =>
  ({ rank, card: { side: 'red', command, pieces: places.map((place) => ({ pose: { at: place, facing: 0 } })) } }) as unknown as UnitView;
const planned: Why[] = [
  {
    turn: 3,
    side: 'red',
    question: text('Orders'),
    lines: [
      line(3, 'take', { on: { spot: at(500, 0) } }),
      line(null, 'press', { command: 7, on: { spot: at(0, 900) } }),
      line(4, 'search'),
      line(3, 'hunt', { on: { unit: 9 } }),
    ],
  },
];

test('the plans of a turn are the last that each was given, where they point somewhere', () => {
  expect(plansOf(planned, 3).map((plan) => plan.text.en)).toEqual(['hunt', 'press']);
  expect(plansOf(planned, 2)).toEqual([]);
});

test('a plan is drawn from a unit or its general to a place or to wherever its enemy stands', () => {
  const units = { 3: standing(7, 0, at(0, 0), at(100, 0)), 5: standing(7, 2, at(40, 40)), 9: standing(1, 0, at(600, 600)) };
  expect(aimsOf(plansOf(planned, 3), units)).toEqual([
    { from: at(50, 0), to: at(600, 600) },
    { from: at(40, 40), to: at(0, 900) },
  ]);
});

test('who has left the table points nowhere, and a command without its general stands among its units', () => {
  const units = { 3: standing(7, 0, at(0, 0), at(100, 0)) };
  expect(aimsOf(plansOf(planned, 3), units)).toEqual([{ from: at(50, 0), to: at(0, 900) }]);
});
