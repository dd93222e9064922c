// Every address in two widths and two colour schemes: no accessibility fault, nothing wider than the window. Each is loaded once.
import type { Page } from '@playwright/test'
import { chromium_args, findChromium } from './chromium.ts'
import { faults, rules_of_looks, sidewaysScroll } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { signIn } from './people.ts'
import { entries, screens } from './screens.ts'

const wide = { width: 1_440, height: 900 }
const narrow = { width: 390, height: 844 }
/** Applied in turn to the same page, each changes one thing; all rules are checked only where the width is new. */
const looks = [
  { light: 'light', size: wide, rules: undefined },
  { light: 'dark', size: wide, rules: rules_of_looks },
  { light: 'dark', size: narrow, rules: undefined },
  { light: 'light', size: narrow, rules: rules_of_looks },
] as const

// Parts of the URL map are checked in parallel, each of them more pages than any other story.
test.describe.configure({ mode: 'parallel', timeout: 240_000 })
// The checks take most of the time, so this file alone runs Chromium with its optimising compilers.
const { path } = await findChromium()
// A trace of so many pages takes longer than checking them.
test.use({ launchOptions: { executablePath: path, args: chromium_args }, trace: 'off' })

const menu = 'nav[aria-label="Menu chính"]'
/** Colours in a transition belong to neither colour scheme. */
const end_transitions = 'document.getAnimations().forEach((one) => one instanceof CSSTransition && one.finish())'

/** The faults of a screen, each with its colour scheme and width. The menu is the same on all of them, so it is checked once. */
async function wrongAt(page: Page, address: string) {
  const all_faults = []
  for (const [index, { light, size, rules }] of looks.entries()) {
    await page.emulateMedia({ colorScheme: light })
    await page.setViewportSize(size)
    if (index === 0) await page.goto(address)
    // The heading of the page itself: before it, one stands until the session is known. Behind a dialog it is hidden from the accessibility tree only.
    await expect(page.locator('main:not([aria-busy]) h1').first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await page.evaluate(end_transitions)
    const look_faults: unknown[] = await faults(page, 'html', { but: address === '/' ? [] : [menu], rules })
    const overflow_px = await sidewaysScroll(page)
    if (overflow_px > 0) look_faults.push(`${overflow_px} px sideways`)
    // The menu stays in view only as long as the page around it is as high as what is in it.
    const below_px = await page.evaluate<number>('document.documentElement.scrollHeight - document.body.offsetHeight')
    if (size === wide && below_px > 1) look_faults.push(`${below_px} px below the page`)
    if (look_faults.length > 0) all_faults.push([address, light, size.width, look_faults])
  }
  return all_faults
}

const parts = 8

for (let part = 0; part < parts; part++) {
  const addresses = screens.filter((_, index) => index % parts === part)
  test(`screens have no accessibility fault or overflow, wide and narrow, light and dark, part ${part + 1} of ${parts}`, async ({
    page,
  }) => {
    await signIn(page, 'admin', admin_password)
    const all_faults = []
    for (const address of addresses) all_faults.push(...(await wrongAt(page, address)))
    expect(all_faults).toEqual([])
  })
}

test('pages before sign-in have no accessibility fault or overflow, wide and narrow, light and dark', async ({
  page,
}) => {
  expect(entries).toEqual(['/login', '/logup', '/forgot'])
  const all_faults = []
  for (const address of entries) all_faults.push(...(await wrongAt(page, address)))
  expect(all_faults).toEqual([])
})
