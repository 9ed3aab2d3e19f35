// Every word of the interface in English.
import { pagesEn } from '../../pages/words.en';
import { playEn } from '../../play/words.en';
import type { Words } from './fr';

export const en: Words = { ...playEn, ...pagesEn };
