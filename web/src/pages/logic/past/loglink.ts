// A whole battle in an address. Its log is long; compressed, a small battle is short enough for a link.
import { packed, unpacked } from '$lib/packed';
import { firstFault, MOST_MB } from './logfile';

/** Some programs cut longer addresses. */
const LONGEST = 60_000;

/** The fragment that opens a log, to play on from an entry of its journal if one is named; null if it would be too
 * long. */
export async function logLink(log: string, from: number | null = null): Promise<string | null> {
  const letters = await packed(log);
  return letters.length > LONGEST ? null : `#/open?log=${letters}${from === null ? '' : `&from=${from}`}`;
}

/** The log in a link; null if it is none. */
export async function logIn(letters: string): Promise<string | null> {
  try {
    const log = await unpacked(letters, MOST_MB * 1024 * 1024);
    return firstFault(log) ? null : log;
  } catch {
    return null;
  }
}
