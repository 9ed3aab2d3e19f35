// Caches the whole site, so that it opens and computes without a network. The build (scripts/kept.mjs) inserts its
// version and the list of its files; a new version is fetched beside the old one and replaces it when it is complete.
// Sites in other folders of the same host have caches of their own.
const folder = new URL('./', location.href).pathname;
const KEPT = `grognard-site-__VERSION__ ${folder}`;
const FILES = '__FILES__';

// The client first: a page is cached as soon as it can open again. The modules are large and follow.
const large = (file) => file.startsWith('rules/');
// Names that change with their content: the same in every version that has them.
const lasting = (file) => /^(assets|rules)\//.test(file);
const root = new URL('./', location.href).href;
const named = (url) => url.slice(root.length).split(/[?#]/, 1)[0];

async function keep(files) {
  const cache = await caches.open(KEPT);
  await Promise.all(
    files.map(async (file) => {
      if (await cache.match(file)) return;
      const got = (lasting(file) && (await caches.match(file))) || (await fetch(file, { cache: 'no-cache' }));
      if (!got.ok) throw new Error(`${file}: ${got.status}`);
      // A page of another version, from a host that is being updated, would request files that no longer exist.
      if (file === 'index.html') {
        const wanted = (await got.clone().text()).match(/assets\/[^"']+/g) ?? [];
        if (wanted.some((one) => !FILES.includes(one))) throw new Error(`${file} is of another version`);
      }
      await cache.put(file, got);
    }),
  );
}

// The first sites named no version, and no folder.
const early = (name) => name.startsWith('grognard-site-_');

/** Deletes the caches of older versions; a newer one that is just being fetched came after this one. */
async function tidy() {
  const names = await caches.keys();
  const older = names
    .slice(0, names.indexOf(KEPT))
    .filter((name) => early(name) || (name.startsWith('grognard-site-') && name.endsWith(` ${folder}`)));
  if (self.registration.installing || self.registration.waiting) return;
  for (const name of older) await caches.delete(name);
}

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(keep(FILES.filter((file) => !large(file))));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await self.clients.claim();
      // A page of the first sites may be blank, because they named no version, and cannot open itself again.
      if (!(await caches.keys()).some(early)) return;
      for (const client of await self.clients.matchAll({ type: 'window' })) client.navigate(client.url).catch(() => undefined);
    })(),
  );
});

// A page reports that it has loaded, and its version: now there is time for the modules. Where it is the only one and
// of this version, the older ones are no longer needed.
self.addEventListener('message', (event) => {
  const loaded = Array.isArray(event.data) ? event.data.filter((url) => url.startsWith(root)).map(named) : [];
  const ours = loaded.some(lasting) && loaded.filter(lasting).every((file) => FILES.includes(file));
  event.waitUntil(
    (async () => {
      await keep(FILES);
      if (ours && (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).length === 1) {
        await tidy();
      }
      event.source?.postMessage({ kept: true });
    })().catch(() => undefined),
  );
});

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || !event.request.url.startsWith(root)) return;
  const name = event.request.mode === 'navigate' ? 'index.html' : named(event.request.url);
  // A page of an older version that is still open continues with its own cache.
  if (!FILES.includes(name) && !lasting(name)) return;
  event.respondWith(
    (async () => {
      const kept = (await (await caches.open(KEPT)).match(name)) ?? (lasting(name) ? await caches.match(name) : null);
      return kept ?? fetch(event.request);
    })(),
  );
});
