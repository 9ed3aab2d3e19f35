// A situation as a link: JSON, packed where the browser can, in the letters that an address keeps as they are.
import { isObject, type Situation } from './form';
import type { Handed } from '$lib/api/types';

export interface Shared {
  situation: Situation;
  dice: number[];
  handed: Handed[];
}

const LONGEST = 60_000;

function toText(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromText(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

async function through(bytes: Uint8Array<ArrayBuffer>, by: GenericTransformStream, most = Infinity): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(by).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = (await reader.read()) as { done: boolean; value?: Uint8Array };
    if (done || !value) break;
    length += value.length;
    if (length > most) throw new Error('too long');
    parts.push(value);
  }
  const all = new Uint8Array(length);
  let from = 0;
  for (const part of parts) {
    all.set(part, from);
    from += part.length;
  }
  return all;
}

/** A situation as letters: `0` and plain JSON, or `1` and packed JSON. */
export async function coded(shared: Shared): Promise<string> {
  const plain = new TextEncoder().encode(
    JSON.stringify({ s: shared.situation, ...(shared.dice.length ? { d: shared.dice } : {}), ...(shared.handed.length ? { h: shared.handed } : {}) }),
  );
  try {
    return `1${toText(await through(plain, new CompressionStream('deflate-raw')))}`;
  } catch {
    return `0${toText(plain)}`;
  }
}

const isFace = (face: unknown): face is number => Number.isInteger(face) && Number(face) >= 0 && Number(face) <= 255;

function handedIn(one: unknown): one is Handed {
  if (!isObject(one)) return false;
  if (Array.isArray(one['dice'])) return one['dice'].every(isFace);
  return typeof one['choice'] === 'string' && one['choice'].length < 100;
}

/** What somebody sent; nothing if it is not a situation. It is only ever shown and put to the server, which judges it. */
export async function decoded(text: string): Promise<Shared | null> {
  if (text.length > LONGEST) return null;
  try {
    let bytes = fromText(text.slice(1));
    if (text.startsWith('1')) bytes = await through(bytes, new DecompressionStream('deflate-raw'), LONGEST);
    else if (!text.startsWith('0')) return null;
    const read: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
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
