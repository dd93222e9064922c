// What every browser test begins with: pages at the running program's address. A page that reports an error of its own fails the test.
import { test as base } from '@playwright/test'

export const admin_password = 'Quản-trị-2026'
export const sample_password = 'Nhân-viên-2026'

export const test = base.extend({
  // Set by the global setup before any worker begins.
  baseURL: process.env.BASE_URL,
  page: async ({ page }, use) => {
    const faults: Error[] = []
    page.on('pageerror', (error) => faults.push(error))
    await use(page)
    if (faults.length > 0) throw new AggregateError(faults, `The page reported: ${faults.map(String).join('; ')}`)
  },
})

export { expect } from '@playwright/test'
