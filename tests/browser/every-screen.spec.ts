// Every address, in both lights and both widths: no fault for readers, nothing wider than the window. Each is loaded once.
import type { Page } from '@playwright/test'
import { chromium_args, findChromium } from './chromium.ts'
import { colourFaults, faults, sidewaysScroll } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { signIn } from './people.ts'
import { entries, screens } from './screens.ts'

const wide = { width: 1_440, height: 900 }
const narrow = { width: 390, height: 844 }

// Halves of the map are looked at side by side, and still looks are quicker than moving ones.
test.describe.configure({ mode: 'parallel', timeout: 120_000 })
// Looking takes most of the time, so this file alone has a browser that makes its code fast.
const { path } = await findChromium()
test.use({
  contextOptions: { reducedMotion: 'reduce' },
  colorScheme: 'light',
  launchOptions: { executablePath: path, args: chromium_args },
})

const menu = 'nav[aria-label="Menu chính"]'

/** What is wrong with a screen, each with the look in which it is. The menu is the same on all: it is looked at once. */
async function wrongAt(page: Page, address: string) {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(wide)
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  const wrong = []
  for (const [name, size] of Object.entries({ wide, narrow })) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      // Colours on their way are those of neither light.
      await page.evaluate(
        'document.getAnimations().forEach((one) => one.playState === "running" && one.effect.getComputedTiming().endTime !== Infinity && one.finish())',
      )
      const but = address === '/' ? [] : [menu]
      const found: unknown[] =
        colorScheme === 'light' ? await faults(page, 'html', but) : await colourFaults(page, '#main')
      const beyond = await sidewaysScroll(page)
      if (beyond > 0) found.push(`${beyond} px sideways`)
      if (found.length > 0) wrong.push([address, name, colorScheme, found])
    }
  }
  return wrong
}

const parts = 8

for (let part = 0; part < parts; part++) {
  const addresses = screens.filter((_, at) => at % parts === part)
  test(`every screen, ${part + 1} of ${parts}, in both lights and widths`, async ({ page }) => {
    await signIn(page, 'admin', admin_password)
    const wrong = []
    for (const address of addresses) wrong.push(...(await wrongAt(page, address)))
    expect(wrong).toEqual([])
  })
}

test('every page before the sign-in, in both lights and widths', async ({ page }) => {
  expect(entries).toEqual(['/login', '/logup', '/forgot'])
  const wrong = []
  for (const address of entries) wrong.push(...(await wrongAt(page, address)))
  expect(wrong).toEqual([])
})
