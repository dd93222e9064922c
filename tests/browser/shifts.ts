// Layout shifts: what moves under a pointer without input. A click is lost when its target moves between press and release.
import type { Page } from '@playwright/test'

const watcher = `
  globalThis.shifts = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.shifts += value
  }).observe({ type: 'layout-shift', buffered: true })`

/** Sums the layout shifts of every page load from now on. */
export function watchShifts(page: Page): Promise<unknown> {
  return page.addInitScript({ content: watcher })
}

/** How much has moved since the page was loaded, as a share of the window; 0 where nothing did. */
export function shiftsOf(page: Page): Promise<number> {
  return page.evaluate<number>('shifts')
}

/** How long nothing is requested once a screen has all that it shows. */
const quiet_ms = 800

/** Answers of the API come late and in another order than they were requested. Returns how to wait until nothing more is requested. */
export async function scatterAnswers(page: Page): Promise<() => Promise<void>> {
  let requests = 0
  let last = Date.now()
  await page.route('**/api/xs/management/**', async (route) => {
    last = Date.now()
    const delay = (requests++ * 130) % 300
    await new Promise((resolve) => setTimeout(resolve, delay))
    await route.continue()
  })
  return async () => {
    while (Date.now() - last < quiet_ms) await page.waitForTimeout(quiet_ms / 4)
  }
}
