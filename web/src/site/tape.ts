// The host of a battle in one file: all responses that a replay needs were requested when the file was made, and are in
// the page.
import type { Wire } from '../lib/api/server';
import type { Tape } from '../pages/logic/past/tape';
import { unpacked } from '../lib/packed';

let read: Promise<Tape> | null = null;
const tape = (): Promise<Tape> =>
  (read ??= unpacked(document.getElementById('tape')?.textContent?.trim() ?? '', Number.MAX_SAFE_INTEGER).then((text) => JSON.parse(text) as Tape));

/** Whether there is no server, and so no other player. */
export const alone: boolean = true;

/** The token of the page's user, where there is no server to give one. */
export const owner: string | null = null;

/** Whether this is a battle in one file: it can only be viewed. */
export const filed: boolean = true;

/** Everything is here already. */
export const prepare = (_ruleset: string): void => undefined;

/** Makes a request. */
export async function send(path: string): Promise<Response> {
  const found = (await tape()).answers[path.split('?', 1)[0] ?? ''];
  if (found === undefined) return new Response(null, { status: 404 });
  return new Response(found, { status: 200 });
}

/** Opens a line; it never receives anything. */
export const connect = (): Wire => ({ onopen: null, onmessage: null, onclose: null, send: () => undefined, close: () => undefined });
