// Makes the site without a server: the client built for a worker, the modules packed, and what the first page needs,
// asked of the modules beforehand. Says how large everything is.
//
//   node scripts/site.mjs FOLDER      (after tools/wasm.sh)
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { answer } from '../src/site/module.js';

const web = fileURLToPath(new URL('..', import.meta.url));
const built = join(web, '../target/wasm/modules');
const site = process.argv[2];
if (!site) {
  console.error('node scripts/site.mjs FOLDER');
  process.exit(2);
}

const vite = spawnSync('npx', ['--no-install', 'vite', 'build', '--mode', 'site', '--logLevel', 'warn', '--outDir', site, '--emptyOutDir'], {
  cwd: web,
  stdio: 'inherit',
});
if (vite.status !== 0) process.exit(vite.status ?? 1);

const alone = spawnSync('node', ['scripts/page.mjs', site], { cwd: web, stdio: 'inherit' });
if (alone.status !== 0) process.exit(alone.status ?? 1);

const put = (name, bytes) => writeFileSync(join(site, name), bytes);
const kilo = (bytes) => `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;
const packed = (bytes) => gzipSync(bytes, { level: 9 });

// What a module is asked here depends on nothing: no clock, no chance.
const ask = (instance, method, path) => answer(instance, { now: 0, random: '', ask: { call: { method, path } } });

mkdirSync(join(site, 'rules'), { recursive: true });
mkdirSync(join(site, 'pictures'), { recursive: true });
const index = { house: null, assistant: { rulesets: [] }, modules: {}, pictures: [] };
const sizes = [];
for (const name of readFileSync(join(built, 'list.txt'), 'utf8').trim().split('\n')) {
  const bytes = readFileSync(join(built, `${name}.wasm`));
  const { instance } = await WebAssembly.instantiate(bytes);
  const gz = packed(bytes);
  const file = `rules/${name}-${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}.wasm.gz`;
  put(file, gz);
  sizes.push([name, bytes.length, gz.length]);
  index.modules[name] = file;
  const house = JSON.parse(ask(instance, 'GET', '/api/house').body);
  if (index.house) index.house.rulesets.push(...house.rulesets);
  else index.house = house;
  index.assistant.rulesets.push(...JSON.parse(ask(instance, 'GET', '/api/assistant').body).rulesets);
  for (const { id } of house.scenarios) {
    if (index.pictures.includes(id)) continue;
    const drawn = ask(instance, 'GET', `/api/scenarios/${id}/picture`);
    if (drawn.status !== 200) throw new Error(`${id}: ${drawn.body}`);
    put(`pictures/${id}.svg`, drawn.body);
    index.pictures.push(id);
  }
}
put('site.json', JSON.stringify(index));

put(
  'manifest.webmanifest',
  JSON.stringify({
    name: 'Grognard',
    short_name: 'Grognard',
    lang: 'fr',
    id: './',
    start_url: './',
    scope: './',
    display: 'standalone',
    background_color: '#f4efe4',
    theme_color: '#2b3a55',
    description: 'Batailles napoléoniennes selon les règles. Napoleonic battles by the book.',
    icons: [{ src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
    shortcuts: [{ name: 'Assistant', url: './#/assistant' }],
  }),
);
const page = readFileSync(join(site, 'index.html'), 'utf8');
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";
put(
  'index.html',
  page.replace(
    '<title>',
    `<meta http-equiv="Content-Security-Policy" content="${policy}" />\n    <link rel="manifest" href="./manifest.webmanifest" />\n    <title>`,
  ),
);

const files = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)],
  );
rmSync(join(site, 'sw.js'), { force: true });
const all = files(site)
  .map((file) => relative(site, file).replaceAll('\\', '/'))
  .sort();
const sum = createHash('sha256');
for (const file of all) sum.update(file).update(readFileSync(join(site, file)));
const worker = readFileSync(join(web, 'src/site/service-worker.js'), 'utf8');
put(
  'sw.js',
  worker.replace('__VERSION__', sum.digest('hex').slice(0, 16)).replace("'__FILES__'", () => JSON.stringify(all)),
);

// The first view: the page, its scripts and styles, the worker, what the worker reads first.
const first = new Set(['index.html', 'site.json', 'icon.svg', 'manifest.webmanifest']);
const want = (name) => {
  if (first.has(name)) return;
  first.add(name);
  // What a script imports at once; what it imports later is asked for later.
  const text = readFileSync(join(site, name), 'utf8');
  for (const [, found] of text.matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) want(`assets/${found}`);
};
for (const [, name] of page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)) want(name);
for (const name of all) if (/^assets\/(Home|worker|host)-[^/]*\.(js|css)$/.test(name)) want(name);
let [raw, gz] = [0, 0];
for (const name of first) {
  const bytes = readFileSync(join(site, name));
  raw += bytes.length;
  gz += packed(bytes).length;
}
console.log('site: sizes, raw and compressed (gzip -9)');
const line = (name, a, b) => console.log(`  ${name.padEnd(18)} ${kilo(a).padStart(9)} ${kilo(b).padStart(9)}`);
line('first view', raw, gz);
for (const [name, a, b] of sizes) line(name, a, b);
