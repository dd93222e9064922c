// Features that the kit gives every list: columns and density saved per user, saved views, and bulk actions.
import { randomBytes } from 'node:crypto'
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { confirmWith, openAccounts, password, rowOf } from './accounts.ts'
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { adminToken, first_password, newPerson, post, signIn, tokenOf, type Person } from './people.ts'

const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const viewer = 'Chăm sóc khách hàng'

async function choose(page: Page, menu: string, item: string) {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function addAccount(request: APIRequestContext, token: string, user_name: string, status = 1): Promise<number> {
  const draft = { user_name, password: first_password, full_name: `Người ${user_name}`, list_group: [], status }
  const { error, data } = await post(request, 'cms/account/add', draft, token)
  expect(error.code).toBe(0)
  return (data as { user_id: number }).user_id
}

/** Other stories look for the sample's accounts on the first page: many new ones would push them off it. */
async function removeAccounts(request: APIRequestContext, token: string, ids: readonly number[]) {
  for (const user_id of ids) expect((await post(request, 'cms/account/delete', { user_id }, token)).error.code).toBe(0)
}

/** The panel of the columns, open. */
async function columnPanel(page: Page) {
  const panel = page.getByRole('dialog', { name: 'Cột và mật độ' })
  if (!(await panel.isVisible())) await page.getByRole('button', { name: 'Cột và mật độ', exact: true }).click()
  await expect(panel).toBeVisible()
  return panel
}

/** The response to the save whose body contains this text. */
const saved = (page: Page, text: string) =>
  page.waitForResponse(
    (answer) => answer.url().endsWith('/cms/list_preference/update') && answer.request().postData()!.includes(text),
  )

const heads = (page: Page) => page.locator('thead th').allInnerTexts()
const placeOf = async (page: Page, name: string) => (await head(page, name).boundingBox())!
const edge = (page: Page, name: string) => page.getByRole('separator', { name: `Độ rộng cột ${name}`, exact: true })

/** Opens another browser of the same person, which has only what the server saved. */
async function inAnotherBrowser<T>(browser: Browser, person: Person, inspect: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, person.user_name, person.password)
  await openAccounts(page)
  const result = await inspect(page)
  await context.close()
  return result
}

test('hidden columns and density are saved per user and apply in another browser', async ({
  page,
  browser,
  request,
}) => {
  const person = await newPerson(request, { password, group: viewer })
  await signIn(page, person.user_name, person.password)
  await openAccounts(page)
  await expect(head(page, 'Email')).toBeVisible()
  const compact = saved(page, 'compact')
  const panel = await columnPanel(page)
  expect(await faults(page)).toEqual([])
  await panel.getByRole('checkbox', { name: 'Email' }).uncheck()
  await expect(head(page, 'Email')).toHaveCount(0)
  await panel.getByText('Gọn').click()
  expect((await (await compact).json()) as object).toMatchObject({ error: { code: 0 } })

  await inAnotherBrowser(browser, person, async (other) => {
    await expect(head(other, 'Họ và tên')).toBeVisible()
    await expect(head(other, 'Email')).toHaveCount(0)
    const other_panel = await columnPanel(other)
    await expect(other_panel.getByRole('radio', { name: 'Gọn' })).toBeChecked()
    await other_panel.getByRole('button', { name: 'Khôi phục mặc định' }).click()
    await expect(head(other, 'Email')).toBeVisible()
  })
})

test('a column width set by pointer or keys is saved per user; Home or a double click restores the default', async ({
  page,
  browser,
  request,
}) => {
  const person = await newPerson(request, { password, group: viewer })
  await signIn(page, person.user_name, person.password)
  await openAccounts(page)
  const default_widths = { name: (await placeOf(page, 'Họ và tên')).width, email: (await placeOf(page, 'Email')).width }

  const { x, y, width, height } = (await edge(page, 'Họ và tên').boundingBox())!
  expect(width).toBeGreaterThanOrEqual(24)
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + 30, y + height / 2)
  await page.mouse.move(x + width / 2 + 60, y + height / 2)
  // Columns to the left do not move, and the edge follows the pointer.
  await expect.poll(async () => (await placeOf(page, 'Họ và tên')).width).toBe(default_widths.name + 60)
  await page.mouse.up()
  const width_saved = saved(page, `"email":${default_widths.email - 24}`)
  await edge(page, 'Email').focus()
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('ArrowLeft')
  await expect(edge(page, 'Email')).toHaveAttribute('aria-valuenow', String(default_widths.email - 24))
  await expect(page).not.toHaveURL(/sort/)
  expect(await faults(page)).toEqual([])
  await width_saved

  await inAnotherBrowser(browser, person, async (other) => {
    await expect.poll(async () => (await placeOf(other, 'Họ và tên')).width).toBe(default_widths.name + 60)
    expect((await placeOf(other, 'Email')).width).toBe(default_widths.email - 24)
  })
  await page.keyboard.press('Home')
  await expect.poll(async () => (await placeOf(page, 'Email')).width).toBe(default_widths.email)
  await edge(page, 'Họ và tên').dblclick()
  await expect.poll(async () => (await placeOf(page, 'Họ và tên')).width).toBe(default_widths.name)
})

test('Escape while a column is being resized restores its width', async ({ page, request }) => {
  const person = await newPerson(request, { password, group: viewer })
  await signIn(page, person.user_name, person.password)
  await openAccounts(page)
  const { width } = await placeOf(page, 'Email')
  const box = (await edge(page, 'Email').boundingBox())!
  await page.mouse.move(box.x + 12, box.y + 12)
  await page.mouse.down()
  await page.mouse.move(box.x - 40, box.y + 12)
  await expect.poll(async () => (await placeOf(page, 'Email')).width).toBe(width - 52)
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await placeOf(page, 'Email')).width).toBe(width)
  await page.mouse.up()
  expect((await placeOf(page, 'Email')).width).toBe(width)
})

test('a pinned column stays in view while the others scroll, and pins are saved per user', async ({
  page,
  browser,
  request,
}) => {
  const person = await newPerson(request, { password, group: viewer })
  await signIn(page, person.user_name, person.password)
  await openAccounts(page)
  const panel = await columnPanel(page)
  const pin = (name: string) => panel.getByRole('button', { name: `Ghim cột “${name}” ở bên trái` })
  // The column that names a row is pinned by default.
  await expect(pin('Tên đăng nhập')).toHaveAttribute('aria-pressed', 'true')
  await pin('Tên đăng nhập').click()
  await pin('Số điện thoại').click()
  await expect(pin('Số điện thoại')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Cột và mật độ' })).toBeFocused()
  expect((await heads(page)).slice(0, 3)).toEqual(['STT', 'Số điện thoại', 'Tên đăng nhập'])

  const box = page.locator('div:has(> table)')
  const scrolled = async (to: number) => {
    await box.evaluate((element, scroll_left) => (element.scrollLeft = scroll_left), to)
    return { pinned: (await placeOf(page, 'Số điện thoại')).x, other: (await placeOf(page, 'Họ và tên')).x }
  }
  const before = await scrolled(0)
  const after = await scrolled(200)
  expect(after).toEqual({ pinned: before.pinned, other: before.other - 200 })
  const cell = (await page.locator('tbody tr').first().locator('td').nth(1).boundingBox())!
  expect(cell.x).toBe(before.pinned)
  expect(await faults(page)).toEqual([])

  const pins_saved = saved(page, '"pinned":["phone_number","full_name"]')
  await columnPanel(page)
  await pin('Họ và tên').click()
  await page.keyboard.press('Escape')
  await pins_saved
  await inAnotherBrowser(browser, person, async (other) => {
    await expect.poll(async () => (await heads(other)).slice(0, 3)).toEqual(['STT', 'Số điện thoại', 'Họ và tên'])
  })
})

test('columns are reordered by keyboard, and their order is saved per user', async ({ page, browser, request }) => {
  const person = await newPerson(request, { password, group: viewer })
  await signIn(page, person.user_name, person.password)
  await openAccounts(page)
  const default_heads = await heads(page)
  const panel = await columnPanel(page)
  const order_saved = saved(page, '"columns":["user_name","email"')
  const handle = panel.getByRole('button', { name: 'Di chuyển cột “Email”' })
  await handle.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(handle).toBeFocused()
  const moved = default_heads.filter((name) => name !== 'Email').toSpliced(2, 0, 'Email')
  await expect.poll(() => heads(page)).toEqual(moved)
  await order_saved
  await inAnotherBrowser(browser, person, async (other) => expect.poll(() => heads(other)).toEqual(moved))

  await panel.getByRole('button', { name: 'Khôi phục mặc định' }).click()
  await expect.poll(() => heads(page)).toEqual(default_heads)
})

test('rows are shown before their count is loaded, and another page or sort order does not count again', async ({
  page,
}) => {
  await signIn(page, 'admin', admin_password)
  const counted: string[] = []
  const count = Promise.withResolvers<void>()
  // The queues above the list count too; theirs have a filter.
  await page.route(/cms\/account\/get_list\?(?!.*(status|forgot)=).*part=totals/, async (route) => {
    counted.push(route.request().url())
    await count.promise
    await route.continue()
  })
  await page.goto('/tai-khoan?page_size=10')
  const pager = page.getByRole('navigation', { name: 'Phân trang' })
  await expect(page.locator('tbody tr')).toHaveCount(10)
  await expect(pager).toContainText('Đang đếm…')
  await pager.getByRole('button', { name: 'Trang sau' }).click()
  await expect(page).toHaveURL(/page_index=2/)
  await expect(page.getByRole('cell', { name: '11', exact: true })).toBeVisible()
  await expect(pager).toContainText('Đang đếm…')
  count.resolve()
  await expect(pager).toContainText(/11–20 \/ \d+ tài khoản/)
  await page.getByRole('button', { name: 'Họ và tên' }).click()
  await expect(page).toHaveURL(/sort=full_name/)
  await expect(pager).toContainText(/1–10 \/ \d+ tài khoản/)
  expect(counted).toHaveLength(1)
})

test('a saved view restores the URL; a shared view can be opened by others, but not deleted', async ({
  page,
  browser,
  request,
}) => {
  const name = `Đã khóa ${randomBytes(4).toString('hex')}`
  const maker = await newPerson(request, { password, group: viewer })
  const other = await newPerson(request, { password, group: viewer })
  await signIn(page, maker.user_name, maker.password)
  const address = '/tai-khoan?sort=-full_name&status=0&page_size=50'
  await page.goto(address)
  await choose(page, 'Chế độ xem', 'Lưu chế độ xem…')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tên chế độ xem').fill(name)
  await dialog.getByLabel('Dùng chung với mọi người').check()
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()

  await page.getByLabel('Trạng thái').selectOption({ label: 'Hoạt động' })
  await expect(page.getByRole('button', { name: `${name} (đã thay đổi)` })).toBeVisible()
  await choose(page, `${name} (đã thay đổi)`, 'Lưu chế độ xem…')
  await dialog.getByLabel('Tên chế độ xem').fill(name)
  await dialog.getByRole('button', { name: 'Lưu' }).click()
  await expect(dialog.getByText('Bạn đã có chế độ xem với tên này.')).toBeVisible()
  await page.keyboard.press('Escape')
  await confirmWith(page, 'Bỏ thay đổi')

  const context = await browser.newContext()
  const other_tab = await context.newPage()
  await signIn(other_tab, other.user_name, other.password)
  await openAccounts(other_tab)
  await choose(other_tab, 'Chế độ xem', name)
  await expect(other_tab).toHaveURL(new RegExp(`${address.replaceAll(/[?]/g, '\\$&')}$`))
  await other_tab.getByRole('button', { name, exact: true }).click()
  await expect(other_tab.getByRole('menuitem', { name: 'Lưu chế độ xem…' })).toBeVisible()
  await expect(other_tab.getByRole('menuitem', { name: 'Xóa' })).toHaveCount(0)
  await context.close()

  await choose(page, `${name} (đã thay đổi)`, `Xóa “${name}”`)
  await confirmWith(page, 'Xóa')
  await expect(page.getByText('Đã xóa chế độ xem.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Chế độ xem', exact: true })).toBeVisible()
})

test('a bulk action shows a preview, then a report per row, and can retry the rows that were skipped', async ({
  page,
  request,
}) => {
  const mark = `loat_${randomBytes(4).toString('hex')}`
  const token = await adminToken(request)
  const names = ['a', 'b', 'c'].map((letter) => `${mark}_${letter}`)
  const ids: number[] = []
  for (const name of names) ids.push(await addAccount(request, token, name, name === names[2] ? 0 : 1))
  await tokenOf(request, names[0]!, first_password)

  await signIn(page, 'admin', admin_password)
  await openAccounts(page, mark)
  await expect(page.locator('tbody tr')).toHaveCount(3)
  const bar = page.getByRole('group', { name: 'Thao tác hàng loạt' })
  await rowOf(page, names[0]!).getByRole('checkbox').check()
  await expect(bar).toContainText('Đã chọn 1 dòng.')
  const firstRow = page.locator('tbody tr').first()
  await firstRow.focus()
  for (let key = 0; key < 3; key++) await page.keyboard.press('Tab')
  await expect(bar.getByRole('button').first()).toBeFocused()
  // Changing the filter clears the selection.
  await page.getByLabel('Trạng thái').selectOption({ label: 'Hoạt động' })
  await expect(bar).toHaveCount(0)
  await page.getByLabel('Trạng thái').selectOption({ label: 'Tất cả' })
  await expect(page.locator('tbody tr')).toHaveCount(3)

  await page.getByLabel('Chọn cả trang').check()
  await expect(bar).toContainText('Đã chọn 3 dòng.')
  await expect(page.getByRole('status').filter({ hasText: 'Đã chọn 3 dòng.' })).toHaveCount(1)
  expect(await faults(page)).toEqual([])
  await bar.getByRole('button', { name: 'Khóa', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Sẽ khóa 2 tài khoản')
  await expect(dialog).toContainText('1 bị bỏ qua: 1 đã khóa từ trước')
  await expect(dialog.getByRole('listitem').filter({ hasText: names[2]! }).last()).toContainText('Đã khóa từ trước')
  expect(await faults(page)).toEqual([])
  // The preview has changed nothing yet.
  await expect(page.locator('tr', { hasText: names[0]! }).last()).toContainText('Hoạt động')
  await dialog.getByRole('button', { name: 'Khóa 2 tài khoản' }).click()
  await expect(dialog).toContainText('Đã khóa 2 tài khoản; 1 bị bỏ qua: 1 đã khóa từ trước.')
  await expect(dialog.getByRole('row', { name: /Đã thực hiện/ })).toHaveCount(2)
  // The skipped row can be retried once somebody has unlocked the account.
  const unlocked = { user_id: ids[2]!, version: 1, status: 1 }
  expect((await post(request, 'cms/account/update', unlocked, token)).error.code).toBe(0)
  await dialog.getByRole('button', { name: 'Thử lại 1 dòng bị bỏ qua' }).click()
  await expect(dialog).toContainText('Sẽ khóa 1 tài khoản')
  await dialog.getByRole('button', { name: 'Khóa 1 tài khoản' }).click()
  await expect(dialog).toContainText('Đã khóa 1 tài khoản.')
  await dialog.getByRole('button', { name: 'Đóng' }).last().click()
  await expect(bar).toHaveCount(0)
  for (const name of names) await expect(rowOf(page, name)).toContainText('Đã khóa')
  await expect(firstRow).toBeFocused()
  await removeAccounts(request, token, ids)
})

test('a bulk action on all matching rows is refused when their number has changed since the preview', async ({
  page,
  request,
}) => {
  const mark = `dong_${randomBytes(4).toString('hex')}`
  const token = await adminToken(request)
  const ids: number[] = []
  for (let index = 0; index < 11; index++) ids.push(await addAccount(request, token, `${mark}_${index}`))
  await signIn(page, 'admin', admin_password)
  await page.goto(`/tai-khoan?keyword=${mark}&page_size=10`)
  await expect(page.locator('tbody tr')).toHaveCount(10)
  const bar = page.getByRole('group', { name: 'Thao tác hàng loạt' })
  await page.getByLabel('Chọn cả trang').check()
  await expect(bar).toContainText('Đã chọn 10 dòng của trang.')
  await bar.getByRole('button', { name: 'Chọn cả 11 dòng khớp bộ lọc' }).click()
  await expect(bar).toContainText('Đã chọn cả 11 dòng khớp bộ lọc.')
  await bar.getByRole('button', { name: 'Khóa', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Sẽ khóa 11 tài khoản')
  ids.push(await addAccount(request, token, `${mark}_them`))
  await dialog.getByRole('button', { name: 'Khóa 11 tài khoản' }).click()
  await expect(dialog).toContainText('nay có 12 dòng thay vì 11. Chưa có gì được thực hiện, hãy xem lại danh sách.')
  await dialog.getByRole('button', { name: 'Đóng' }).last().click()
  await expect(page.getByText('1–10 / 12 tài khoản')).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(page.locator('tbody').getByText('Đã khóa')).toHaveCount(0)
  await removeAccounts(request, token, ids)
})
