// Makes the client's types from the server's published description, and the names of its words from their Fluent file.
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const from = new URL('../../crates/server/openapi.json', import.meta.url);
const to = new URL('../src/lib/api/schema.d.ts', import.meta.url);

/** An array of a fixed length is a tuple to TypeScript only if each place is listed. */
function spelled(node) {
  if (Array.isArray(node)) return node.map(spelled);
  if (!node || typeof node !== 'object') return node;
  const out = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, spelled(value)]));
  if ([out.type].flat().includes('array') && out.items && !out.prefixItems && out.minItems > 0 && out.minItems === out.maxItems) {
    out.prefixItems = Array.from({ length: out.minItems }, () => out.items);
    delete out.items;
  }
  return out;
}

const schema = spelled(JSON.parse(await readFile(from, 'utf8')));
const ast = await openapiTS(schema);
const text = `// Made by \`npm run types\`; not written by hand.\n${astToString(ast)}`;
await put(to, text);

const words = await readFile(new URL('../../data/texts/fr/client.ftl', import.meta.url), 'utf8');
const names = [];
let group = '';
for (const line of words.split('\n')) {
  group = /^(\w+) =/.exec(line)?.[1] ?? group;
  const name = /^ {4}\.([\w-]+) =/.exec(line)?.[1];
  if (name) names.push(`'${group}.${name.replaceAll('-', '.')}'`);
}
await put(
  new URL('../src/lib/i18n/ids.d.ts', import.meta.url),
  `// Made by \`npm run types\`; not written by hand.\nexport type Word =\n  | ${names.join('\n  | ')};\n`,
);

/** Rewritten only when it changed, so that its dependents are not rebuilt. */
async function put(file, made) {
  const before = await readFile(file, 'utf8').catch(() => '');
  if (before !== made) await writeFile(file, made);
}
