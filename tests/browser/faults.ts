import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const axe_source = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const options: RunOptions = { resultTypes: ['violations'] }
/** The rules that depend on colour scheme and width; the others need checking only once. */
export const rules_of_looks = ['color-contrast', 'target-size', 'scrollable-region-focusable']

/** Later rows repeat the first four, and checking all of them would take most of the time. */
const rows_beyond = 'tbody tr:nth-child(n+5)'

type Fault = [rule: string, html: string | undefined, why: string | undefined]

interface CheckOptions {
  /** Selectors of excluded elements. */
  but?: readonly string[]
  /** Runs only these axe rules; all by default. */
  rules?: readonly string[] | undefined
}

async function runAxe(page: Page, part: string, { but = [], rules }: CheckOptions): Promise<Fault[]> {
  const context = { include: [[part]], exclude: [rows_beyond, ...but].map((selector) => [selector]) }
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(${JSON.stringify(context)}, ${JSON.stringify({ ...options, ...(rules && { runOnly: rules }) })})`,
  )
  return violations.map(({ id, nodes: [first] }) => [id, first?.html, first?.any[0]?.message])
}

/** Accessibility violations found by axe, each with its first occurrence. */
export async function faults(page: Page, part = 'html', check_options: CheckOptions = {}): Promise<Fault[]> {
  // axe stays loaded until the next page load, and injecting it takes longer than running it.
  if (!(await page.evaluate<boolean>("typeof axe === 'object'"))) await page.evaluate(axe_source)
  const violations = await runAxe(page, part, check_options)
  if (violations.length === 0) return violations
  // An element that has just been opened may get its accessible name a moment later, so check again before reporting.
  await page.waitForTimeout(500)
  return runAxe(page, part, check_options)
}

/** Pixels by which the page overflows horizontally; 0 when it fits into the window. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate<number>('Math.max(0, document.documentElement.scrollWidth - innerWidth)')
}
