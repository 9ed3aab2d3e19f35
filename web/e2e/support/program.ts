// The real program on a data folder of its own, started as a user would; killed and started again at will.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** The program under test: GROGNARD_BIN, or the one that `make` has built. */
const BINARY = process.env['GROGNARD_BIN'] ?? resolve(import.meta.dirname, '../../../target/release/grognard');

/** Dice are the same in every run, so that a fault can be reproduced; a test holds for any of them: try
 * GROGNARD_SEED=2. */
const SEED = process.env['GROGNARD_SEED'] ?? '1';

export class Program {
  #child: ChildProcess | null = null;
  #port = '0';
  #complaints = '';
  base = '';
  house = '';

  private constructor(readonly folder: string) {}

  static async start(): Promise<Program> {
    const program = new Program(await mkdtemp(join(tmpdir(), 'grognard-e2e-')));
    await program.up();
    return program;
  }

  /** Starts it; a second time on the same port and folder. */
  async up() {
    const child = spawn(BINARY, ['play', '--no-open', '--lang', 'en', '--seed', SEED, '--port', this.#port, '--data', this.folder], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, RUST_BACKTRACE: '0' },
    });
    this.#child = child;
    child.stderr.on('data', (text: Buffer) => (this.#complaints += text.toString()));
    const failed = new Promise<never>((_, reject) => {
      child.once('error', (why) => reject(new Error(`${BINARY}: ${why.message}`)));
      child.once('exit', (code) => reject(new Error(`${BINARY} ended with ${code}: ${this.#complaints}`)));
    });
    // Once it runs, its end is not a failure: a test may kill it.
    failed.catch(() => undefined);
    const link = new Promise<string>((found) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        const address = /http:\/\/\S+#house=\S+/.exec(line)?.[0];
        if (address) found(address);
      });
    });
    const [base, house] = (await Promise.race([link, failed])).split('/#house=');
    this.base = base ?? '';
    this.house = (house ?? '').split('&')[0] ?? '';
    this.#port = new URL(this.base).port;
  }

  /** Kills it as `kill -9` does. */
  async kill() {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Ends it; a caught panic is a fault too. */
  async down() {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
    if (this.#complaints.includes('panicked at')) throw new Error(this.#complaints);
  }
}
