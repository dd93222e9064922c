// Hands stay on the keyboard and rows fill the page, on every list of the menu.
import { admin_password, expect, test } from './fixture.ts'
import { lists, measureList } from './lists.ts'
import { signIn } from './people.ts'

const least_rows = 16
const most_keys = 3

test.describe.configure({ mode: 'parallel' })
test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const { url } of lists) {
  test(`${url} shows many rows and is walked through by keys alone`, async ({ page }) => {
    await signIn(page, 'admin', admin_password)
    const measure = await measureList(page, url)
    expect(measure.rows_in_view).toBeGreaterThanOrEqual(least_rows)
    expect(measure.keys_to_first_row).toBeLessThanOrEqual(most_keys)
    expect(measure.pushed_sideways).toBe(0)

    const rows = page.getByRole('main').getByRole('table').first().locator('tbody tr')
    const record = page.locator('[data-record]')
    const at = () => page.locator('tbody tr:focus').getAttribute('data-index')
    if ((await rows.count()) > 1) {
      await page.keyboard.press('End')
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Home')
      expect(await at()).toBe('0')
    }
    await page.keyboard.press('Enter')
    await page.waitForTimeout(1500)
    console.log(
      url,
      JSON.stringify(measure),
      await record.count(),
      page.url().split('18')[1],
      await page.getByRole('dialog').count(),
    )
  })
}
