// Puts the service worker into a built site, with the list of its files and a version that changes with any of them.
//
//   node scripts/kept.mjs FOLDER
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../src/site/service-worker.js', import.meta.url));

const files = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)],
  );

/** Writes it and returns the files of the site. */
export function keepSite(site) {
  rmSync(join(site, 'sw.js'), { force: true });
  const all = files(site)
    .map((file) => relative(site, file).replaceAll('\\', '/'))
    .sort();
  const sum = createHash('sha256');
  for (const file of all) sum.update(file).update(readFileSync(join(site, file)));
  const worker = readFileSync(source, 'utf8')
    .replaceAll('__VERSION__', sum.digest('hex').slice(0, 16))
    .replaceAll("'__FILES__'", () => JSON.stringify(all));
  // Without a version of its own the worker would keep its old files for ever.
  const left = worker.match(/__[A-Z]+__/);
  if (left || !/`grognard-site-[0-9a-f]{16} /.test(worker)) throw new Error(`sw.js: the build has put nothing in for ${left ?? 'the version'}`);
  writeFileSync(join(site, 'sw.js'), worker);
  return all;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder] = process.argv;
  if (!folder) {
    console.error('node scripts/kept.mjs FOLDER');
    process.exit(2);
  }
  keepSite(folder);
}
