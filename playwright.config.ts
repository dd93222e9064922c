import { defineConfig } from '@playwright/test'
import { chromium_args, findChromium } from './tests/browser/chromium.ts'

const { path, origin } = await findChromium()
// Every worker reads this file; only the main process prints the line.
if (process.env.TEST_WORKER_INDEX === undefined) console.log(`Chromium: ${path} (from ${origin})`)

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: '.cache/browser-tests',
  globalSetup: './tests/browser/server.ts',
  fullyParallel: false,
  workers: 2,
  // CI retries a flaky story; a local run fails, so that it is noticed.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: true,
  timeout: process.env.CI ? 120_000 : 60_000,
  expect: { timeout: process.env.CI ? 20_000 : 10_000 },
  use: {
    // A page lives too briefly for the optimising compilers to pay off.
    launchOptions: { executablePath: path, args: [...chromium_args, '--js-flags=--no-maglev --no-turbofan'] },
    viewport: { width: 1_440, height: 900 },
    // Animations cost CPU; stories about motion turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    screenshot: 'only-on-failure',
    // Traces are expensive: CI records one only for a retry.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
  },
})
