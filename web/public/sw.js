// Keeps the client itself, nothing that is said at the table: the page opens again when the program does not answer.
// What the program sends always comes first.
const KEPT = 'grognard-client';
const MOST = 200;

const ours = (url) => url.origin === location.origin && !url.pathname.startsWith('/api');
const lasting = (url) => /\/(assets|rules)\//.test(url.pathname);

async function keep(request, response) {
  if (!response.ok || response.type !== 'basic') return;
  const cache = await caches.open(KEPT);
  await cache.put(request, response);
  const all = await cache.keys();
  for (const old of all.slice(0, Math.max(0, all.length - MOST))) await cache.delete(old);
}

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(
    fetch('./', { cache: 'no-cache' }).then(
      (page) => keep(new Request('./'), page),
      () => undefined,
    ),
  );
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// What the page had loaded before this worker was there.
self.addEventListener('message', (event) => {
  if (!Array.isArray(event.data)) return;
  const files = event.data.slice(0, MOST).filter((name) => {
    const url = new URL(name, location.href);
    return ours(url) && lasting(url);
  });
  event.waitUntil(
    caches.open(KEPT).then((cache) => Promise.allSettled(files.map(async (name) => (await cache.match(name)) ?? keep(name, await fetch(name))))),
  );
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || !ours(url)) return;
  const page = event.request.mode === 'navigate';
  const key = page ? new Request('./') : event.request;
  event.respondWith(
    (async () => {
      const cache = await caches.open(KEPT);
      // The name of a built file changes with what is in it.
      const known = await cache.match(key);
      if (known && lasting(url)) return known;
      try {
        const fresh = await fetch(event.request);
        event.waitUntil(keep(key, fresh.clone()));
        return fresh;
      } catch (fault) {
        if (known) return known;
        throw fault;
      }
    })(),
  );
});
