// Data of the seat for every part of the panel, without passing them through each part above it.
import { getContext, setContext } from 'svelte';
import type { Bilingual } from '$lib/api/types';

export interface Here {
  token: string;
  ruleset: string;
  unit: Bilingual;
  unitCm: number;
  /** Terms of the ruleset with their meanings. */
  glossary: [Bilingual, Bilingual][];
}

const KEY = Symbol('seat');

export const provideSeat = (here: () => Here) => setContext(KEY, here);
export const seatContext = () => getContext<() => Here>(KEY);
