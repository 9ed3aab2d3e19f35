// Tests of the site without a server: its files from a plain file server, the system's Chromium.
import { defineConfig } from '@playwright/test';
import usual from '../playwright.config';

const PORT = 4185;

export default defineConfig({
  ...usual,
  testDir: '.',
  outputDir: '../node_modules/.site-test',
  workers: 2,
  // A folder of its own, as on most web hosts.
  use: { ...usual.use, baseURL: `http://127.0.0.1:${PORT}/site/` },
  webServer: {
    command: `python3 -m http.server ${PORT} --bind 127.0.0.1 -d ../../target`,
    url: `http://127.0.0.1:${PORT}/site/`,
    reuseExistingServer: false,
    stderr: 'ignore',
  },
});
