// What stands around the rows of a list, and the way past it by keyboard.
import { admin_password, expect, test } from './fixture.ts'
import { signIn } from './people.ts'

test('the totals stand where they will stand while the rows are loading', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  await page.route(/cms\/reward\/list\?/, async (route) => {
    await isAnswered
    await route.continue()
  })
  await page.goto('/lich-su-tra-thuong')
  const totals = page.getByRole('row', { name: /^Tổng cộng/ })
  await expect(totals).toContainText('…')
  const { y } = (await totals.boundingBox())!
  answer()
  await expect(totals).toContainText('đ')
  await expect(page.locator('main tbody tr[data-index]').nth(19)).toBeAttached()
  expect((await totals.boundingBox())!.y).toBe(y)
})

test('a list without a search has its tools in the line of its export', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/quan-ly-nhom-khach-hang/1/danh-sach-phi')
  const middleOf = async (name: string) => {
    const { y, height } = (await page.getByRole('button', { name }).boundingBox())!
    return y + height / 2
  }
  const export_middle = await middleOf('Xuất file excel')
  for (const tool of ['Cột và mật độ', 'Tải lại'])
    expect(Math.abs((await middleOf(tool)) - export_middle), tool).toBeLessThanOrEqual(1)
})
