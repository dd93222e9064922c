// Notifications: the maker of a slip is notified of a decision on it, opens the slip from the bell, and mutes a kind.
import { password } from './accounts.ts'
import { hire, dataOf, openDraw } from './draws.ts'
import { faults, sidewaysScroll } from './faults.ts'
import { expect, test } from './fixture.ts'
import { adminToken, post, signIn } from './people.ts'

interface Slip {
  ticket_import_id: number
  import_code: string
  version: number
}

test('a decision on a slip appears live in the bell of its maker and links to the slip; its kind can be muted', async ({
  page,
  request,
}) => {
  const { draw } = await openDraw(request)
  const keeper = await hire(request, { '/quan-ly-ve-co-so': [1, 2, 3, 4] })
  const token = keeper.token
  await signIn(page, keeper.user_name, password)
  await page.goto('/')
  const bell = page.getByRole('button', { name: /^Thông báo/ })
  await expect(bell).toHaveAccessibleName('Thông báo')

  const first = String(Math.floor(Math.random() * 900_000) + 100_000)
  const { area_id, open_date } = draw
  const slip = await dataOf<Slip>(request, token, 'cms/ticket_import/create', {
    area_id,
    open_date,
    tickets: [{ number: first }],
  })
  const { ticket_import_id, version } = slip
  const refusal = { ticket_import_id, version, reason: 'Nhập nhầm đài' }
  expect((await post(request, 'cms/ticket_import/del', refusal, await adminToken(request))).error.code).toBe(0)

  await expect(bell).toHaveAccessibleName('Thông báo, 1 chưa đọc')
  await bell.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Thông báo' })
  const notification = panel.getByRole('listitem').filter({ hasText: slip.import_code })
  await expect(notification).toContainText('Đã xóa: Nhập nhầm đài')
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 844 })
    expect(await faults(page)).toEqual([])
    expect(await sidewaysScroll(page)).toBe(0)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await notification.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/quan-ly-ve-co-so\\?tab=slips&ticket_import_id=${ticket_import_id}`))
  await expect(bell).toHaveAccessibleName('Thông báo')

  await bell.click()
  await expect(panel.getByText('Bạn đã đọc hết')).toBeVisible()
  await panel.getByText('Tất cả').click()
  await expect(notification).toBeVisible()
  await panel.getByText('Cách báo').click()
  const kind = panel.getByRole('switch', { name: 'Việc của tôi đã có kết quả' })
  await expect(kind).toBeChecked()
  await kind.click()
  await expect(kind).not.toBeChecked()
  // The slip behind cannot be reached by keyboard while the panel is open.
  expect(await faults(page, '[role=dialog]:has([role=switch])')).toEqual([])
  await page.reload()
  await bell.click()
  await panel.getByText('Cách báo').click()
  await expect(kind).not.toBeChecked()
})
