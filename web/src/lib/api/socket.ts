// The WebSocket: the client says which seat it has and its last update, the host pushes the changes. A lost connection
// is restored automatically, with growing delays, and continues from the last update.
import { connect, type Wire } from '$host';
import type { Bilingual } from '../i18n/format';
import type { Push, Table, Update } from './types';

export interface Listener {
  table(table: Table): void;
  update(update: Update): void;
  closed(why: Bilingual): void;
  state(connected: boolean): void;
}

const FIRST = 400;
const LAST = 8_000;

/** How long to wait before the n-th try: doubled each time, never beyond eight seconds. */
export function backOff(tries: number): number {
  return Math.min(LAST, FIRST * 2 ** Math.min(tries, 10));
}

export class Line {
  #socket: Wire | null = null;
  #after: number | null = null;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #over = false;

  constructor(
    readonly token: string,
    readonly listener: Listener,
  ) {
    this.#open();
    if (typeof addEventListener !== 'undefined') addEventListener('online', this.#now);
  }

  /** Closes it for good. */
  close() {
    this.#over = true;
    clearTimeout(this.#timer);
    if (typeof removeEventListener !== 'undefined') removeEventListener('online', this.#now);
    this.#socket?.close();
    this.#socket = null;
  }

  /** Requests everything again at the next connection, which is made at once. */
  restart() {
    this.#after = null;
    this.#socket?.close();
  }

  #now = () => {
    if (this.#over || this.#socket) return;
    clearTimeout(this.#timer);
    this.#open();
  };

  #open() {
    const socket = connect();
    this.#socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ token: this.token, after: this.#after }));
    };
    socket.onmessage = (message) => {
      if (typeof message.data !== 'string') return;
      this.#tries = 0;
      this.listener.state(true);
      this.#take(JSON.parse(message.data) as Push);
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#socket = null;
      if (this.#over) return;
      this.listener.state(false);
      this.#timer = setTimeout(() => this.#open(), backOff(this.#tries));
      this.#tries += 1;
    };
  }

  #take(push: Push) {
    switch (push.type) {
      case 'table':
        this.#after = push.now.seq;
        this.listener.table(push);
        break;
      case 'update':
        // A gap means that an update was lost: request everything.
        if (this.#after !== null && !push.whole && push.seq > this.#after + 1) {
          this.restart();
          return;
        }
        if (this.#after !== null && push.seq <= this.#after && !push.whole) return;
        this.#after = push.seq;
        this.listener.update(push);
        break;
      case 'closed':
        this.#over = true;
        this.listener.closed(push.text);
        this.close();
        break;
    }
  }
}
