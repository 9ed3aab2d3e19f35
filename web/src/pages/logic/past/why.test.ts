import { expect, test } from 'vitest';
import type { Why } from '../../types';
import { whyOf } from './why';

const text = (en: string) => ({ fr: `${en} (fr)`, en });
const all: Why[] = [
  {
    turn: 1,
    side: 'red',
    question: text('Orders'),
    lines: [
      { unit: 3, text: text('take') },
      { unit: null, text: text('search') },
    ],
  },
  {
    turn: 2,
    side: 'red',
    question: text('Orders'),
    lines: [
      { unit: 3, text: text('hold') },
      { unit: 4, text: text('support') },
    ],
  },
  {
    turn: 2,
    side: 'red',
    question: text('Fire'),
    lines: [
      { unit: 3, text: text('hold') },
      { unit: 3, text: text('shoot') },
    ],
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
