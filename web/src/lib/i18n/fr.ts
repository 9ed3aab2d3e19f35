// Every word of the interface in French. The playing screen and the pages keep theirs beside them.
import { pagesFr } from '../../pages/words.fr';
import { playFr } from '../../play/words.fr';

export const fr = { ...playFr, ...pagesFr };
export type Words = typeof fr;
