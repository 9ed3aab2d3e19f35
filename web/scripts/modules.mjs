// The modules as a page loads them: compressed, each under a name that changes with its content, and the data that the
// first page needs of them, requested beforehand. For the site without a server, and for the client of the server,
// whose assistant then works without it.
//
//   node scripts/modules.mjs FOLDER      puts them into a built client, where tools/wasm.sh has built any
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answer } from '../src/site/module.js';

const built = fileURLToPath(new URL('../../target/wasm/modules', import.meta.url));

// The requests to a module here depend on nothing: no clock, no chance.
const ask = (instance, what) => answer(instance, { now: 0, random: '', ask: what });
const get = (instance, path) => ask(instance, { call: { method: 'GET', path } });
const sum = (bytes) => createHash('sha256').update(bytes).digest('hex').slice(0, 10);

/** Compresses the modules into a folder; pictures of the scenarios are for pages without a server to draw them. */
export async function pack(folder, pictures) {
  const put = (name, bytes) => writeFileSync(join(folder, name), bytes);
  mkdirSync(join(folder, 'rules'), { recursive: true });
  if (pictures) mkdirSync(join(folder, 'pictures'), { recursive: true });
  const index = { house: null, assistant: '', modules: {}, texts: {}, pictures: [] };
  const assistant = { rulesets: [] };
  const sizes = [];
  for (const line of readFileSync(join(built, 'list.txt'), 'utf8').trim().split('\n')) {
    const [name] = line.split(' ');
    const bytes = readFileSync(join(built, `${name}.wasm`));
    const { instance } = await WebAssembly.instantiate(bytes);
    const small = readFileSync(join(built, `${name}.wasm.xz`));
    index.modules[name] = `rules/${name}-${sum(bytes)}.wasm.xz`;
    put(index.modules[name], small);
    const said = readFileSync(join(built, `${name}.json`));
    const texts = readFileSync(join(built, `${name}.json.xz`));
    index.texts[name] = `rules/${name}-${sum(said)}.json.xz`;
    put(index.texts[name], texts);
    sizes.push([name, bytes.length, small.length], [`  its texts`, said.length, texts.length]);
    ask(instance, { texts: JSON.parse(said.toString()) });
    const house = JSON.parse(get(instance, '/api/house').body);
    if (index.house) index.house.rulesets.push(...house.rulesets);
    else index.house = house;
    assistant.rulesets.push(...JSON.parse(get(instance, '/api/assistant').body).rulesets);
    for (const { id } of pictures ? house.scenarios : []) {
      if (index.pictures.includes(id)) continue;
      const drawn = get(instance, `/api/scenarios/${id}/picture`);
      if (drawn.status !== 200) throw new Error(`${id}: ${drawn.body}`);
      put(`pictures/${id}.svg`, drawn.body);
      index.pictures.push(id);
    }
  }
  const forms = JSON.stringify(assistant);
  index.assistant = `assets/assistant-${sum(forms)}.json`;
  put(index.assistant, forms);
  put('site.json', JSON.stringify(index));
  return sizes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder] = process.argv;
  if (!folder) {
    console.error('node scripts/modules.mjs FOLDER');
    process.exit(2);
  }
  if (existsSync(join(built, 'list.txt'))) {
    await pack(folder, false);
    const page = join(folder, 'index.html');
    writeFileSync(page, readFileSync(page, 'utf8').replace('<title>', '<meta name="modules" content="site.json" />\n    <title>'));
  }
}
