import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** Rows beyond these repeat them, and looking at each takes most of the time. */
const rows_beyond = 'tbody tr:nth-child(n+7)'

/** What stands in the way of people who do not see the page or do not use a mouse: the broken rules of axe, each with where it is broken first. */
export async function faults(page: Page, part = 'html'): Promise<[rule: string, html: string | undefined][]> {
  const axe = new AxeBuilder({ page })
    .include(part)
    .exclude(rows_beyond)
    .options({ resultTypes: ['violations'] })
  // Without frames in our pages, one look is all of it.
  const { violations } = await axe.setLegacyMode().analyze()
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html])
}

/** By how many pixels the page itself scrolls sideways: by none, where all of it fits into the window. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate<number>('Math.max(0, document.documentElement.scrollWidth - innerWidth)')
}
