// What every part of the panel may need to know of its seat, without being told by each part above it.
import { getContext, setContext } from 'svelte';
import type { Bilingual } from '$lib/api/types';

export interface Here {
  token: string;
  ruleset: string;
  unit: Bilingual;
  unitCm: number;
  /** Terms of the ruleset with what they mean. */
  glossary: [Bilingual, Bilingual][];
}

const KEY = Symbol('seat');

export const provideSeat = (here: () => Here) => setContext(KEY, here);
export const seatContext = () => getContext<() => Here>(KEY);
