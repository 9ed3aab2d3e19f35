// Delayed requests while the user types: one at a time, and only the last answer counts.

export class Latest<Q, A> {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #under: AbortController | null = null;

  constructor(
    readonly ask: (question: Q, signal: AbortSignal) => Promise<A>,
    readonly answered: (answer: A, question: Q) => void,
    readonly failed: (fault: unknown) => void,
    readonly wait = 160,
  ) {}

  /** Asks after a short delay, unless something else is asked before. */
  later(question: Q) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.now(question), this.wait);
  }

  /** Asks at once; an earlier request is dropped. */
  async now(question: Q): Promise<void> {
    clearTimeout(this.#timer);
    this.#under?.abort();
    const under = new AbortController();
    this.#under = under;
    try {
      const answer = await this.ask(question, under.signal);
      if (this.#under === under) this.answered(answer, question);
    } catch (fault) {
      if (this.#under === under) this.failed(fault);
    } finally {
      if (this.#under === under) this.#under = null;
    }
  }

  stop() {
    clearTimeout(this.#timer);
    this.#under?.abort();
    this.#under = null;
  }
}
