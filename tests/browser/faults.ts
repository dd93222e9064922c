import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const axe_source = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const options: RunOptions = { resultTypes: ['violations'] }
/** What another light or another width can break on a page that is without fault in one. */
export const rules_of_looks = ['color-contrast', 'target-size', 'scrollable-region-focusable']

/** Rows beyond these repeat them, and looking at each takes most of the time. */
const rows_beyond = 'tbody tr:nth-child(n+5)'

type Fault = [rule: string, html: string | undefined, why: string | undefined]

interface Looked {
  /** Left out. */
  but?: readonly string[]
  /** Only these rules of axe; else all. */
  rules?: readonly string[] | undefined
}

async function look(page: Page, part: string, { but = [], rules }: Looked): Promise<Fault[]> {
  const context = { include: [[part]], exclude: [rows_beyond, ...but].map((one) => [one]) }
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify({ ...options, ...(rules && { runOnly: rules }) })})`,
  )
  return violations.map(({ id, nodes: [first] }) => [id, first?.html, first?.any[0]?.message])
}

/** What stands in the way of people who do not see the page or do not use a mouse: the broken rules of axe, each with where it is broken first. */
export async function faults(page: Page, part = 'html', looked: Looked = {}): Promise<Fault[]> {
  // It stays until another page is loaded; reading it anew for each look takes longer than the look.
  if (!(await page.evaluate<boolean>("typeof axe === 'object'"))) await page.evaluate(axe_source)
  const found = await look(page, part, looked)
  if (found.length === 0) return found
  // What has just been opened may get its name a moment later: a fault is what stays.
  await page.waitForTimeout(500)
  return look(page, part, looked)
}

/** By how many pixels the page itself scrolls sideways: by none, where all of it fits into the window. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate<number>('Math.max(0, document.documentElement.scrollWidth - innerWidth)')
}
