import { describe, expect, it } from 'vitest';
import { pagesEn } from './words.en';
import { pagesFr } from './words.fr';

const places = (text: string) => [...text.matchAll(/\{(\w+)/g)].map((m) => m[1]).sort();

describe('words of the pages', () => {
  it('take the same values in both languages', () => {
    for (const [key, fr] of Object.entries(pagesFr)) {
      const en = pagesEn[key as keyof typeof pagesEn];
      expect([key, [...new Set(places(en))]]).toEqual([key, [...new Set(places(fr))]]);
      expect([key, en.split('\n').length]).toEqual([key, fr.split('\n').length]);
    }
  });
});
