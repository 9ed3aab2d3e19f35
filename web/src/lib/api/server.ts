// The server as a host: requests over HTTP, a line over a WebSocket. A site without a server has a worker in its place
// (`src/site/host.ts`, chosen by the build as `$host`); the rest of the client is the same.

/** A line over which a seat is told what changed. */
export interface Wire {
  onopen: (() => void) | null;
  onmessage: ((message: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

/** Whether there is no server, and so nobody else to play with. */
export const alone: boolean = false;

/** Whether this is a battle in one file: it can be seen, and nothing else. */
export const filed: boolean = false;

/** Makes a request. */
export const send = (path: string, init: RequestInit): Promise<Response> => fetch(path, init);

/** Opens a line. */
export function connect(): Wire {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}/api/seat/ws`) as Wire;
}
