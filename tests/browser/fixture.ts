// Fixture of every browser test: pages use the running program's base URL, and an uncaught error in a page fails the test.
import { test as base } from '@playwright/test'

export const admin_password = 'Quản-trị-2026'
export const sample_password = 'Nhân-viên-2026'

export const test = base.extend({
  // Set by the global setup before any worker starts.
  baseURL: process.env.BASE_URL,
  page: async ({ page }, use) => {
    const faults: Error[] = []
    page.on('pageerror', (error) => faults.push(error))
    await use(page)
    if (faults.length > 0) throw new AggregateError(faults, `The page reported: ${faults.map(String).join('; ')}`)
  },
})

export { expect } from '@playwright/test'
