import { defineConfig } from '@playwright/test'
import { chromium_args, findChromium } from './tests/browser/chromium.ts'

const { path, origin } = await findChromium()
// Playwright reads this file in every worker too; one line is enough.
if (process.env.TEST_WORKER_INDEX === undefined) console.log(`Chromium: ${path} (from ${origin})`)

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: '.cache/browser-tests',
  globalSetup: './tests/browser/server.ts',
  fullyParallel: false,
  workers: 2,
  // Where a change lands, a machine that stalls for a moment must not stop it; by hand every unsteady story is seen.
  retries: process.env.CI ? 2 : 0,
  forbidOnly: true,
  timeout: process.env.CI ? 120_000 : 60_000,
  expect: { timeout: process.env.CI ? 20_000 : 10_000 },
  use: {
    // A story's page is gone before optimised code has paid for its making.
    launchOptions: { executablePath: path, args: [...chromium_args, '--js-flags=--no-maglev --no-turbofan'] },
    viewport: { width: 1_440, height: 900 },
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    screenshot: 'only-on-failure',
    // Traces are much of a story's work, so where a change lands only what failed and runs again has one.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
  },
})
