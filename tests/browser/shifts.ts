// Layout shifts: what moves under a pointer without input. A click is lost when its target moves between press and release.
import type { Page } from '@playwright/test'

interface Shift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
}
type WithShifts = typeof globalThis & { shifts: number }

/** Sums the layout shifts of every page load from now on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const here = globalThis as WithShifts
    here.shifts = 0
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as Shift[]) if (!hadRecentInput) here.shifts += value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** How much has moved since the page was loaded, as a share of the window; 0 where nothing did. */
export function shiftsOf(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as WithShifts).shifts)
}

/** How long nothing is requested once a screen has all that it shows. */
const quiet_ms = 800

/** Answers of the API come late and in another order than they were requested. Returns how to wait until nothing more is requested. */
export async function scatterAnswers(page: Page): Promise<() => Promise<void>> {
  let requests = 0
  let last = Date.now()
  await page.route('**/api/xs/management/**', async (route) => {
    last = Date.now()
    const delay = (requests++ * 130) % 500
    await new Promise((resolve) => setTimeout(resolve, delay))
    await route.continue()
  })
  return async () => {
    while (Date.now() - last < quiet_ms) await page.waitForTimeout(quiet_ms / 4)
  }
}
