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
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    launchOptions: { executablePath: path, args: chromium_args },
    viewport: { width: 1_440, height: 900 },
    locale: 'vi-VN',
    timezoneId: 'Asia/Ho_Chi_Minh',
    screenshot: 'only-on-failure',
    // Traces are much of a story's work, so where a change lands only what failed and runs again has one.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
  },
})
