// End-to-end tests: the real program, the system's Chromium, nothing through the back door but what a test says.
import { defineConfig } from '@playwright/test';
import { chromium } from './e2e/support/chromium';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'node_modules/.e2e',
  fullyParallel: true,
  workers: 2,
  // Two cores run browser, program and tests: what passes only the second time is named at the end, to be mended.
  retries: 1,
  forbidOnly: !!process.env['CI'],
  // Whole battles are played; nothing here is a measure of speed.
  timeout: 480_000,
  expect: { timeout: 60_000 },
  reporter: [['list', { printSteps: false }]],
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: chromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page that was not sent by the program itself (GROGNARD_CLIENT) may still speak to it.
        ...(process.env['GROGNARD_CLIENT'] ? ['--disable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets'] : []),
      ],
    },
    viewport: { width: 1440, height: 900 },
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce',
    actionTimeout: 60_000,
    screenshot: 'only-on-failure',
    trace: 'off',
  },
});
