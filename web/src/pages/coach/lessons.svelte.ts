// How far the lessons of a guided first turn have come: kept while the coach moves from the sheet to its handle and back.
import type { Lesson, Scene } from '../logic/coach';

/** The last turn with lessons: they go on while there are questions that were not explained yet, for five turns of eight. */
export const lastLesson = (turns: number): number => Math.max(5, Math.floor(turns / 8) * 5);

export class Lessons {
  seen = $state.raw<ReadonlySet<Lesson>>(new Set());
  /** Put away for the moment. */
  put = $state(false);
  /** What was on the screen before. */
  before: Scene | null = null;
}
