// The host of a battle in one file: everything that a replay asks was asked when the file was made, and lies in the page.
import type { Wire } from '../lib/api/server';
import type { Tape } from '../pages/logic/past/tape';
import { unpacked } from '../lib/packed';

let read: Promise<Tape> | null = null;
const tape = (): Promise<Tape> =>
  (read ??= unpacked(document.getElementById('tape')?.textContent?.trim() ?? '', Number.MAX_SAFE_INTEGER).then((text) => JSON.parse(text) as Tape));

/** Whether there is no server, and so nobody else to play with. */
export const alone: boolean = true;

/** The token of whoever has the page, where there is no server to give one. */
export const owner: string | null = null;

/** Whether this is a battle in one file: it can be seen, and nothing else. */
export const filed: boolean = true;

/** Everything is here already. */
export const prepare = (_ruleset: string): void => undefined;

/** Makes a request. */
export async function send(path: string): Promise<Response> {
  const found = (await tape()).answers[path.split('?', 1)[0] ?? ''];
  if (found === undefined) return new Response(null, { status: 404 });
  return new Response(found, { status: 200 });
}

/** Opens a line; nothing is ever told over it. */
export const connect = (): Wire => ({ onopen: null, onmessage: null, onclose: null, send: () => undefined, close: () => undefined });
