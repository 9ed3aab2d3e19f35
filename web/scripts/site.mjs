// Makes the site without a server: the client built for a worker, the compressed modules, and the data that the first
// page needs, requested of the modules beforehand. Prints all sizes.
//
//   node scripts/site.mjs FOLDER      (after tools/wasm.sh)
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { FluentBundle, FluentResource } from '@fluent/bundle';
import { keepSite } from './kept.mjs';
import { pack } from './modules.mjs';

const web = fileURLToPath(new URL('..', import.meta.url));
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
const packed = (bytes) => gzipSync(bytes, { level: 9 });
const kilo = (bytes) => `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;

const sizes = await pack(site, true);

const page = readFileSync(join(site, 'index.html'), 'utf8');
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";
// Where no script runs (a file opened by itself, an old browser) the page would stay blank: after a while it says why.
const stuck = ['fr', 'en'].map((lang) => {
  const words = new FluentBundle(lang);
  words.addResource(new FluentResource(readFileSync(join(web, `../data/texts/${lang}/client.ftl`), 'utf8')));
  return `<p lang="${lang}">${words.formatPattern(words.getMessage('start').attributes.stuck)}</p>`;
});
const late =
  '<style>#stuck{visibility:hidden;animation:stuck 0s 6s forwards;max-width:60ch;margin:2em auto;padding:0 1em;font:16px/1.5 sans-serif}#app:not(:empty)~#stuck{display:none}@keyframes stuck{to{visibility:visible}}</style>';
put(
  'index.html',
  page
    .replace('<title>', `<meta http-equiv="Content-Security-Policy" content="${policy}" />\n    <title>`)
    .replace('</body>', () => `  <div id="stuck">${late}${stuck.join('')}</div>\n  </body>`),
);

const all = keepSite(site);

// The first view: the page, its scripts and styles, the worker, the first files of the worker, the pictures of the
// scenarios.
const { house } = JSON.parse(readFileSync(join(site, 'site.json'), 'utf8'));
const pictures = house.scenarios.filter(({ lesson }) => !lesson).map(({ id }) => `pictures/${id}.svg`);
const first = new Set(['index.html', 'site.json', 'icon.svg', 'manifest.webmanifest', ...pictures]);
const want = (name) => {
  if (first.has(name)) return;
  first.add(name);
  // Static imports of a script; dynamic ones are loaded later.
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
console.log('site: sizes, raw and compressed (the first view by gzip -9, as web hosts do; modules by xz, as they lie there)');
const line = (name, a, b) => console.log(`  ${name.padEnd(18)} ${kilo(a).padStart(9)} ${kilo(b).padStart(9)}`);
line('first view', raw, gz);
for (const [name, a, b] of sizes) line(name, a, b);
