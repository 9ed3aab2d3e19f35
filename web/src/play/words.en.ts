// Words of the playing screen, in English.
import type { playFr } from './words.fr';

export const playEn: typeof playFr = {
  'play.home': 'Back to the start',
  'play.nowhere': 'There is nothing at this address.',
  'play.undo': 'Undo',
};
