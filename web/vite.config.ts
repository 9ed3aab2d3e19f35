import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

// In development the client is served by Vite and speaks to a server started by hand.
const server = process.env.GROGNARD ?? 'http://127.0.0.1:1805';

const here = (path: string) => new URL(path, import.meta.url).pathname;

// `vite build --mode site` is the client of a site without a server: a worker is its host, and it lies in any folder.
// `--mode page` is the client in one file, whose host is the battle that lies in it.
const hosts: Record<string, string> = { site: './src/site/host.ts', page: './src/site/tape.ts' };

export default defineConfig(({ mode }) => ({
  // Parts are put on a page in their tests as a browser would (`parts.test.ts`).
  plugins: [svelte(), svelteTesting({ autoCleanup: false })],
  // Whatever path was typed, the files of the client are at the root.
  base: mode in hosts ? './' : '/',
  worker: { format: 'es' },
  resolve: { alias: { $lib: here('./src/lib'), $host: here(hosts[mode] ?? './src/lib/api/server.ts') } },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: mode === 'page' ? 2000 : 400,
    reportCompressedSize: true,
    ...(mode === 'page' ? { cssCodeSplit: false, assetsInlineLimit: 1_000_000, rolldownOptions: { output: { codeSplitting: false } } } : {}),
  },
  server: {
    // The words lie with those of the program (data/texts).
    fs: { allow: ['..'] },
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
}));
