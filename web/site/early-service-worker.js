// The service worker as the first sites had it: the version was put into this comment (`__VERSION__`) and not into the name below.
// It is here so that a test can see its visitors come to a site of today.
const KEPT = 'grognard-site-__VERSION__';
const FILES = '__FILES__';

// The client first: a page is kept as soon as it can open again. The modules are large and follow.
const large = (file) => file.startsWith('rules/');

async function keep(files) {
  const cache = await caches.open(KEPT);
  await Promise.all(
    files.map(async (file) => {
      if (await cache.match(file)) return;
      const got = await fetch(file, { cache: 'no-cache' });
      if (!got.ok) throw new Error(`${file}: ${got.status}`);
      await cache.put(file, got);
    }),
  );
}

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(keep(FILES.filter((file) => !large(file))));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await self.clients.claim();
      for (const name of await caches.keys()) if (name.startsWith('grognard-') && name !== KEPT) await caches.delete(name);
    })(),
  );
});

// The page says that it has loaded: now there is time for the modules.
self.addEventListener('message', (event) => {
  event.waitUntil(
    keep(FILES).then(
      () => event.source?.postMessage({ kept: true }),
      () => undefined,
    ),
  );
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  const root = new URL('./', location.href).pathname;
  const name = event.request.mode === 'navigate' ? 'index.html' : url.pathname.slice(root.length);
  if (!FILES.includes(name)) return;
  event.respondWith((async () => (await (await caches.open(KEPT)).match(name)) ?? fetch(event.request))());
});
