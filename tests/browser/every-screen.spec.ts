// Every address, wide and narrow, in the light and in the dark: no fault for readers, nothing wider than the window. Each is loaded once.
import type { Page } from '@playwright/test'
import { chromium_args, findChromium } from './chromium.ts'
import { faults, rules_of_looks, sidewaysScroll } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { signIn } from './people.ts'
import { entries, screens } from './screens.ts'

const wide = { width: 1_440, height: 900 }
const narrow = { width: 390, height: 844 }
/** One after the other on the same page, of which each changes one thing; where its width is new, all rules are looked at. */
const looks = [
  { light: 'light', size: wide, rules: undefined },
  { light: 'dark', size: wide, rules: rules_of_looks },
  { light: 'dark', size: narrow, rules: undefined },
  { light: 'light', size: narrow, rules: rules_of_looks },
] as const

// Parts of the map are looked at side by side.
test.describe.configure({ mode: 'parallel', timeout: 120_000 })
// Looking takes most of the time, so this file alone has a browser that makes its code fast.
const { path } = await findChromium()
test.use({ launchOptions: { executablePath: path, args: chromium_args } })

const menu = 'nav[aria-label="Menu chính"]'
/** Colours on their way are those of neither light. */
const endTransitions = 'document.getAnimations().forEach((one) => one instanceof CSSTransition && one.finish())'

/** What is wrong with a screen, each with the light and the width in which it is. The menu is the same on all: it is looked at once. */
async function wrongAt(page: Page, address: string) {
  const wrong = []
  for (const [at, { light, size, rules }] of looks.entries()) {
    await page.emulateMedia({ colorScheme: light })
    await page.setViewportSize(size)
    if (at === 0) await page.goto(address)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    // Behind a dialog it is no heading for readers, and stands there all the same.
    await expect(page.locator('h1').first()).toBeVisible()
    await page.evaluate(endTransitions)
    const found: unknown[] = await faults(page, 'html', { but: address === '/' ? [] : [menu], rules })
    const beyond = await sidewaysScroll(page)
    if (beyond > 0) found.push(`${beyond} px sideways`)
    if (found.length > 0) wrong.push([address, light, size.width, found])
  }
  return wrong
}

const parts = 8

for (let part = 0; part < parts; part++) {
  const addresses = screens.filter((_, at) => at % parts === part)
  test(`every screen, ${part + 1} of ${parts}, wide and narrow, in the light and in the dark`, async ({ page }) => {
    await signIn(page, 'admin', admin_password)
    const wrong = []
    for (const address of addresses) wrong.push(...(await wrongAt(page, address)))
    expect(wrong).toEqual([])
  })
}

test('every page before the sign-in, wide and narrow, in the light and in the dark', async ({ page }) => {
  expect(entries).toEqual(['/login', '/logup', '/forgot'])
  const wrong = []
  for (const address of entries) wrong.push(...(await wrongAt(page, address)))
  expect(wrong).toEqual([])
})
