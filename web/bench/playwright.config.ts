// What is measured in the browser: the same Chromium as the tests, one thing at a time. Nothing here can fail for being slow.
import { defineConfig } from '@playwright/test';
import tests from '../playwright.config';

export default defineConfig(tests, {
  testDir: '.',
  testMatch: '*.bench.ts',
  outputDir: '../node_modules/.bench',
  workers: 1,
  fullyParallel: false,
  timeout: 900_000,
  reporter: [['./quiet.ts']],
});
