/** The guided first turn: which lesson about the screen is due, by the contents of the screen. Lessons about the
 * rules come from the server with each question. */

import type { AskView, Shape } from '../types';

export const LESSONS = ['look', 'select', 'card', 'guide', 'place', 'order', 'march', 'odds', 'seal', 'wait', 'result', 'undo'] as const;
export type Lesson = (typeof LESSONS)[number];

/** The state that the coach reads. */
export interface Scene {
  /** A unit is chosen. */
  selected: boolean;
  asks: AskView[];
  /** Answers of this seat wait, sealed. */
  sealed: boolean;
  /** Whose decision is open. */
  whose: string;
  /** Odds are on the screen. */
  odds: boolean;
  /** Dice were thrown. */
  dice: boolean;
  /** The last answer can be taken back. */
  undo: boolean;
}

/** The form of the first thing asked: pick, march, place... */
export function shapeOf(asks: AskView[]): string | null {
  const shape = asks[0]?.ask.fields[0]?.shape;
  if (!shape) return null;
  const form = Object.keys(shape)[0] ?? null;
  // A pick may open a march: what a player does there is march.
  return marches(shape) ? 'march' : form;
}

function marches(shape: Shape): boolean {
  if ('march' in shape) return true;
  return 'pick' in shape && shape.pick.from.some((choice) => choice.then?.some((field) => marches(field.shape)));
}

/** Whether a lesson fits what is on the screen now. */
export function fits(lesson: Lesson, scene: Scene): boolean {
  const shape = shapeOf(scene.asks);
  switch (lesson) {
    case 'look':
    case 'guide':
      return true;
    case 'select':
      return !scene.selected;
    case 'card':
      return scene.selected;
    case 'place':
      return shape === 'place';
    case 'march':
      return shape === 'march';
    case 'order':
      return shape !== null && shape !== 'place' && shape !== 'march';
    case 'odds':
      return scene.odds;
    case 'seal':
      return scene.sealed || scene.asks.some((ask) => ask.secret);
    case 'wait':
      return scene.whose === 'theirs';
    case 'result':
      return scene.dice;
    case 'undo':
      return scene.undo;
  }
}

/** The lesson that is due: the first in order that fits and was not seen. */
export function due(scene: Scene, seen: ReadonlySet<Lesson>): Lesson | null {
  return LESSONS.find((lesson) => !seen.has(lesson) && fits(lesson, scene)) ?? null;
}

/** Lessons that the events have taught already: a player who has chosen a unit need not be told how. */
export function taught(before: Scene, now: Scene): Lesson[] {
  const learnt: Lesson[] = [];
  if (!before.selected && now.selected) learnt.push('select');
  const was = before.asks[0]?.ask.id;
  if (was !== undefined && was !== now.asks[0]?.ask.id) {
    const shape = shapeOf(before.asks);
    learnt.push(shape === 'place' ? 'place' : shape === 'march' ? 'march' : 'order');
  }
  if (before.undo && !now.undo && !now.dice) learnt.push('undo');
  return learnt;
}
