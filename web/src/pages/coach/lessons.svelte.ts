// The progress of the lessons of a guided first turn: kept while the coach moves from the sheet to its handle and back.
import type { Lesson, Scene } from '../logic/coach';

/** The last turn with lessons: they continue while there are unexplained questions, for five turns of eight. */
export const lastLesson = (turns: number): number => Math.max(5, Math.floor(turns / 8) * 5);

export class Lessons {
  seen = $state.raw<ReadonlySet<Lesson>>(new Set());
  /** Closed for the moment. */
  put = $state(false);
  /** The previous state of the screen. */
  before: Scene | null = null;
}
