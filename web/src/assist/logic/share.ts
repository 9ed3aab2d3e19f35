// A situation as a link.
import { packed, unpacked } from '$lib/packed';
import { isObject, type Situation } from './form';
import type { Handed } from '$lib/api/types';

export interface Shared {
  situation: Situation;
  dice: number[];
  handed: Handed[];
}

const LONGEST = 60_000;

/** A situation as letters. */
export const coded = (shared: Shared): Promise<string> =>
  packed(
    JSON.stringify({ s: shared.situation, ...(shared.dice.length ? { d: shared.dice } : {}), ...(shared.handed.length ? { h: shared.handed } : {}) }),
  );

const isFace = (face: unknown): face is number => Number.isInteger(face) && Number(face) >= 0 && Number(face) <= 255;

function handedIn(one: unknown): one is Handed {
  if (!isObject(one)) return false;
  if (Array.isArray(one['dice'])) return one['dice'].every(isFace);
  return typeof one['choice'] === 'string' && one['choice'].length < 100;
}

/** A situation from a link; null if it is not one. It is only shown and sent to the server, which checks it. */
export async function decoded(text: string): Promise<Shared | null> {
  if (text.length > LONGEST) return null;
  try {
    const read: unknown = JSON.parse(await unpacked(text, LONGEST));
    if (!isObject(read) || !isObject(read['s'])) return null;
    const dice: unknown = read['d'];
    const handed: unknown = read['h'];
    return {
      situation: read['s'],
      dice: Array.isArray(dice) && dice.length <= 1000 && dice.every(isFace) ? dice : [],
      handed: Array.isArray(handed) && handed.length <= 400 && handed.every(handedIn) ? (handed as Handed[]) : [],
    };
  } catch {
    return null;
  }
}
