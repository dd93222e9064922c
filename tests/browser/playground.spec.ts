// The playground: every component in its states has no accessibility fault, light on a wide screen and dark on a narrow one.
import { faults, sidewaysScroll } from './faults.ts'
import { expect, test } from './fixture.ts'

const looks = [
  ['light', 1_440],
  ['dark', 390],
] as const

for (const [colorScheme, width] of looks) {
  test(`the tabs of the playground have no accessibility fault or overflow, ${colorScheme}, ${width} px`, async ({
    page,
  }) => {
    test.slow()
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/playground')
    const tabs = page.getByRole('tablist', { name: 'Nhóm thành phần' }).getByRole('tab')
    await expect(tabs).toHaveCount(11)
    for (const tab of await tabs.all()) {
      await tab.click()
      await expect(tab).toHaveAttribute('aria-selected', 'true')
      expect(await faults(page), await tab.innerText()).toEqual([])
      expect(await sidewaysScroll(page), await tab.innerText()).toBe(0)
    }
  })
}
