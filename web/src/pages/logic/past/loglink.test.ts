import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { logIn, logLink } from './loglink';

// Any stored log will do.
const folder = new URL('../../../../../crates/server/tests/fixtures/e7bab9a/', import.meta.url);
const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.log.jsonl'));
const log = readFileSync(new URL(name, folder), 'utf8');

describe('a battle as a link', () => {
  it('comes back as it was', async () => {
    const link = (await logLink(log)) ?? '';
    expect(link.length).toBeLessThan(30_000);
    expect(await logIn(link.replace('#/open?log=', ''))).toBe(log);
    expect(await logLink(log, 17)).toBe(`${link}&from=17`);
  });
  it('is nothing when it is wrong, damaged or too long', async () => {
    const letters = ((await logLink(log)) ?? '').replace('#/open?log=', '');
    for (const wrong of ['', '1', '2abc', '0!!', letters.slice(0, 4000), `${letters.slice(0, 500)}A${letters.slice(502)}`]) {
      expect(await logIn(wrong)).toBeNull();
    }
    const noise = Array.from({ length: 9000 }, (_, i) => JSON.stringify({ n: Math.sin(i) * 1e9 })).join('\n');
    expect(await logLink(noise)).toBeNull();
  });
});
