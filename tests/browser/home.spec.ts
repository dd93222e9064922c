// The home page: waiting work, oldest first, and the parts that a person chose to see.
import { faults } from './faults.ts'
import { expect, sample_password, test } from './fixture.ts'
import { signIn } from './people.ts'

test('waiting work on the home page is sorted oldest first, and the oldest one opens its list', async ({ page }) => {
  await signIn(page, 'quantri', sample_password)
  await page.goto('/')
  const waiting = page.getByRole('region', { name: 'Đang chờ bạn' })
  const ages = waiting.getByText(/^lâu nhất \d/)
  await expect.poll(() => ages.count()).toBeGreaterThan(3)
  const minutesOf = (age: string) => {
    const countOf = (unit: string) => Number(new RegExp(`(\\d+) ${unit}`).exec(age)?.[1] ?? 0)
    return countOf('ngày') * 1440 + countOf('giờ') * 60 + countOf('phút')
  }
  await expect
    .poll(async () => {
      const minutes = (await ages.allInnerTexts()).map(minutesOf)
      return minutes.every((minute, index) => index === 0 || minute <= minutes[index - 1]!)
    })
    .toBe(true)
  const first = waiting.getByRole('listitem').first().getByRole('link')
  const address = await first.getAttribute('href')
  await waiting.getByRole('link', { name: 'Bắt đầu từ việc lâu nhất' }).click()
  await expect(page).toHaveURL(new RegExp(address!.split('?')[0]!))
})

test('a hidden part of the home page stays hidden after a reload, until the default is restored', async ({ page }) => {
  await signIn(page, 'ketoan', sample_password)
  await page.goto('/')
  const account_region = page.getByRole('region', { name: 'Tài khoản của bạn' })
  await expect(account_region).toBeVisible()
  await page.getByRole('button', { name: 'Sắp xếp trang chủ' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sắp xếp trang chủ' })
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/cms/list_preference/update'))
  await dialog.getByRole('listitem').filter({ hasText: 'Tài khoản của bạn' }).getByRole('checkbox').uncheck()
  expect(await faults(page, '[role=dialog]')).toEqual([])
  await dialog.getByRole('button', { name: 'Xong' }).click()
  await expect(account_region).toHaveCount(0)
  await saved
  await page.reload()
  await expect(page.getByRole('region', { name: 'Đang chờ bạn' })).toBeVisible()
  await expect(account_region).toHaveCount(0)
  await page.getByRole('button', { name: 'Sắp xếp trang chủ' }).click()
  await dialog.getByRole('button', { name: 'Khôi phục mặc định' }).click()
  await expect(account_region).toBeVisible()
})
