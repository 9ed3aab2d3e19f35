import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

// In development the client is served by Vite and speaks to a server started by hand.
const server = process.env.GROGNARD ?? 'http://127.0.0.1:1805';

export default defineConfig({
  // Parts are put on a page in their tests as a browser would (`parts.test.ts`).
  plugins: [svelte(), svelteTesting({ autoCleanup: false })],
  // Whatever path was typed, the files of the client are at the root.
  base: '/',
  resolve: { alias: { $lib: new URL('./src/lib', import.meta.url).pathname } },
  build: { target: 'es2022', chunkSizeWarningLimit: 400, reportCompressedSize: true },
  server: {
    proxy: {
      '/api': {
        target: server,
        ws: true,
        changeOrigin: true,
        // The server checks where a request comes from.
        configure: (proxy) => {
          proxy.on('proxyReq', (request) => request.setHeader('origin', server));
          proxy.on('proxyReqWs', (request) => request.setHeader('origin', server));
        },
      },
    },
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
