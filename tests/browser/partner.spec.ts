// Agents as the head office runs them: opened from nothing with a bank account, shops and people; and what an agent's own operator sees.
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { confirmWith, errorAt } from './accounts.ts'
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { adminToken, newPerson, post, signIn, tokenOf } from './people.ts'

const password = 'Mận-hồng-2026'
const fresh = () => randomBytes(4).toString('hex').toUpperCase()
const drawer = (page: Page) => page.getByRole('dialog').first()
const tab = (page: Page, name: string) => drawer(page).getByRole('tab', { name })

async function made<T>(request: APIRequestContext, call: string, input: object): Promise<T> {
  const { error, data } = await post(request, call, input, await adminToken(request))
  expect(error).toMatchObject({ code: 0 })
  return data as T
}

const addPartner = (request: APIRequestContext, more: object = {}) => {
  const code = fresh()
  const partner_info = { partner_code: code, partner_name: `Đại lý ${code}`, ...more }
  return made<{ partner_id: number; partner_name: string }>(request, 'cms/partner/add', { partner_info })
}

const addShop = (request: APIRequestContext, more: object = {}) => {
  const code = fresh()
  const place = { address: '12 Lê Lợi', province_id: 79, district_id: 760 }
  const shop = { pos_code: code, pos_name: `Điểm bán ${code}`, ...place, ...more }
  return made<{ pos_id: number; pos_code: string; pos_name: string }>(request, 'cms/pos/add', shop)
}

/** A call by GET, as the administrator. */
async function got<T>(
  request: APIRequestContext,
  call: string,
  input: Record<string, string | number> = {},
): Promise<T> {
  const response = await request.get(`/api/xs/management/${call}`, {
    params: { ...input, channel: 'CMS', transid: randomUUID() },
    headers: { authorization: `Bearer ${await adminToken(request)}` },
  })
  const { error, data } = (await response.json()) as { error: { code: number }; data: T }
  expect(error).toMatchObject({ code: 0 })
  return data
}

/** Someone of the agent who holds every right on the page of agents: what is not there for them is not for want of a right. */
async function newOperator(request: APIRequestContext, partner_id: number) {
  const { pages } = await got<{ pages: { id: number; page_url: string }[] }>(request, 'cms/page/list')
  const { id } = pages.find(({ page_url }) => page_url === '/quan-ly-dai-ly')!
  const group_name = `Đại lý ${fresh()}`
  const group_page = [1, 2, 3, 4, 6].map((role_id) => ({ page_id: id, role_id }))
  await made(request, 'cms/group/add', { group_name, description: 'Để thử', status: 1, group_page })
  const person = await newPerson(request, { password, group: group_name })
  await got(request, 'cms/partner/add_user', { partner_id, user_id: person.user_id })
  return person
}

async function openAgent(page: Page, partner_id: number) {
  await page.goto(`/quan-ly-dai-ly?partner_id=${partner_id}`)
  await expect(tab(page, 'Thông tin')).toBeVisible()
}

async function pick(page: Page, label: string, typed: string) {
  await drawer(page).getByLabel(label).fill(typed)
  await page.getByRole('option', { name: new RegExp(typed) }).click()
  await drawer(page).getByRole('button', { name: 'Thêm', exact: true }).click()
}

async function expectNoFaults(page: Page) {
  expect(await faults(page)).toEqual([])
}

test('an agent is opened from nothing: its place, a bank account, a shop up to the limit, and a user', async ({
  page,
  request,
}) => {
  const code = fresh()
  const [first, second] = [await addShop(request), await addShop(request)]
  const person = await newPerson(request, { password })
  await signIn(page, 'admin', admin_password)
  await page.goto('/quan-ly-dai-ly')
  await page.getByRole('button', { name: 'Thêm đại lý' }).click()
  const form = page.getByRole('dialog')
  await expect(form.getByLabel('Quận/Huyện')).toBeDisabled()
  await form.getByLabel('Mã đại lý').fill('DL001')
  await form.getByLabel('Tên đại lý').fill(`Công ty TNHH ${code}`)
  await form.getByLabel('Tỉnh/Thành phố').fill('ho chi minh')
  await page.getByRole('option', { name: 'Hồ Chí Minh', exact: true }).click()
  await form.getByLabel('Quận/Huyện').fill('quan 1')
  await page.getByRole('option', { name: 'Quận 1', exact: true }).click()
  await form.getByLabel('Hạn mức số điểm bán').fill('1')
  await form.getByRole('button', { name: 'Lưu' }).click()
  await expect.poll(() => errorAt(form, 'Mã đại lý')).toBe('Đại lý đã tồn tại.')
  await form.getByLabel('Mã đại lý').fill(code)
  await form.getByRole('button', { name: 'Lưu' }).click()
  await expect(page.getByText('Đã thêm đại lý.')).toBeVisible()

  await page.getByPlaceholder('Mã, tên, MST').fill(code)
  await expect(page).toHaveURL(/keyword=/)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  const row = page.getByRole('row').filter({ hasText: code })
  await expect(row).toContainText('Quận 1, Hồ Chí Minh')
  await expect(row).toContainText('0 / 1')
  await row.getByText(code, { exact: true }).click()
  await tab(page, 'Ngân hàng').click()
  await drawer(page).getByRole('button', { name: 'Thêm tài khoản ngân hàng' }).click()
  const account = page.getByRole('dialog', { name: 'Thêm tài khoản ngân hàng' })
  await account.getByLabel('Loại tài khoản').selectOption('Nhận doanh thu')
  await account.getByLabel('Ngân hàng', { exact: true }).fill('vietcombank')
  await page.getByRole('option', { name: /Vietcombank/ }).click()
  await account.getByLabel('Số tài khoản').fill('0071000123456')
  await account.getByLabel('Chủ tài khoản').fill('CONG TY TNHH')
  await account.getByRole('button', { name: 'Lưu' }).click()
  await expect(drawer(page)).toContainText('0071000123456')

  await tab(page, 'POS').click()
  await pick(page, 'Thêm điểm bán', first.pos_code)
  await expect(drawer(page).getByRole('listitem').filter({ hasText: first.pos_name })).toBeVisible()
  await drawer(page).getByLabel('Thêm điểm bán').fill(second.pos_code)
  await page.getByRole('option', { name: new RegExp(second.pos_code) }).click()
  const add = drawer(page).getByRole('button', { name: 'Thêm', exact: true })
  await expect(add).toHaveAccessibleDescription('Đại lý đã có đủ 1 điểm bán theo hạn mức.')

  await tab(page, 'Người dùng').click()
  await pick(page, 'Thêm người dùng', person.user_name)
  await expect(drawer(page).getByRole('listitem').filter({ hasText: person.user_name })).toBeVisible()
})

test('a limit below the shops there are is refused at its field; a full agent takes no shop from a page that is out of date', async ({
  page,
  request,
}) => {
  const { partner_id } = await addPartner(request, { pos_limit: 3 })
  await addShop(request, { partner_id })
  await addShop(request, { partner_id })
  const free = await addShop(request)
  await signIn(page, 'admin', admin_password)
  await openAgent(page, partner_id)
  await page.getByRole('button', { name: 'Sửa', exact: true }).last().click()
  const form = page.getByRole('dialog', { name: 'Sửa đại lý' })
  await form.getByLabel('Hạn mức số điểm bán').fill('1')
  await form.getByRole('button', { name: 'Lưu' }).click()
  await expect(form.getByText('Đã vượt quá số lượng điểm bán cho phép.')).toBeVisible()
  await expect(form.getByLabel('Hạn mức số điểm bán')).toBeFocused()
  await form.getByRole('button', { name: 'Hủy' }).click()
  await confirmWith(page, 'Bỏ thay đổi')

  await tab(page, 'POS').click()
  await drawer(page).getByLabel('Thêm điểm bán').fill(free.pos_code)
  await page.getByRole('option', { name: new RegExp(free.pos_code) }).click()
  await addShop(request, { partner_id })
  await drawer(page).getByRole('button', { name: 'Thêm', exact: true }).click()
  await expect(page.getByText('Đã vượt quá số lượng điểm bán cho phép.')).toBeVisible()
})

test('a user who is taken out is locked, and the question says so and why', async ({ page, request }) => {
  const { partner_id } = await addPartner(request)
  const person = await newPerson(request, { password })
  await got(request, 'cms/partner/add_user', { partner_id, user_id: person.user_id })
  const theirs = await tokenOf(request, person.user_name, password)
  await signIn(page, 'admin', admin_password)
  await openAgent(page, partner_id)
  await tab(page, 'Người dùng').click()
  await drawer(page).getByRole('button', { name: 'Gỡ người dùng' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Tài khoản sẽ bị khóa')
  await expect(page.getByRole('alertdialog')).toContainText('xem được dữ liệu của mọi đại lý')
  await confirmWith(page, 'Gỡ và khóa')
  await expect(drawer(page)).toContainText('Đại lý chưa có người dùng nào')
  expect((await post(request, 'cms/account/logout', {}, theirs)).error.code).toBe(1)
  const again = await post(request, 'cms/account/login', { username: person.user_name, password, client: 'api' })
  expect(again.error.code).toBe(102)
})

test('an agent with shops says why it cannot be deleted; an empty one goes', async ({ page, request }) => {
  const full = await addPartner(request)
  const shop = await addShop(request, { partner_id: full.partner_id })
  await signIn(page, 'admin', admin_password)
  await openAgent(page, full.partner_id)
  await drawer(page).getByRole('button', { name: 'Thao tác khác' }).click()
  await expect(page.getByRole('menuitem', { name: 'Xóa' })).toContainText('Đại lý đang có 1 điểm bán.')
  await page.keyboard.press('Escape')
  await tab(page, 'POS').click()
  await drawer(page).getByRole('listitem').filter({ hasText: shop.pos_name }).getByRole('button').click()
  await confirmWith(page, 'Gỡ điểm bán')
  await expect(drawer(page)).toContainText('Đại lý chưa có điểm bán nào')
  await drawer(page).getByRole('button', { name: 'Thao tác khác' }).click()
  await page.getByRole('menuitem', { name: 'Xóa' }).click()
  await confirmWith(page, 'Xóa')
  await expect(page.getByText('Đã xóa đại lý.')).toBeVisible()
  await expect(page).not.toHaveURL(/partner_id/)
})

test('an open agent leaves the list behind it as it was', async ({ page, request }) => {
  const { partner_id } = await addPartner(request)
  await signIn(page, 'admin', admin_password)
  await openAgent(page, partner_id)
  await expect(page.locator('tbody tr').nth(5)).toBeAttached()
  await expect(page.getByRole('button', { name: 'Xóa bộ lọc', includeHidden: true })).toHaveCount(0)
})

test("an agent's operator opens none, deletes none and sets no limit, and is told who assigns", async ({
  page,
  request,
}) => {
  const mine = await addPartner(request)
  const person = await newOperator(request, mine.partner_id)
  await signIn(page, person.user_name, password)
  await openAgent(page, mine.partner_id)
  await tab(page, 'POS').click()
  await expect(drawer(page)).toContainText('Việc gán và gỡ điểm bán do trụ sở chính thực hiện.')
  await drawer(page).getByRole('button', { name: 'Đóng' }).click()
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Thêm đại lý' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Nhập từ tệp' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Xóa', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Sửa', exact: true }).click()
  await expect(page.getByRole('dialog').getByLabel('Ghi chú')).toBeVisible()
  await expect(page.getByRole('dialog').getByLabel('Hạn mức số điểm bán')).toHaveCount(0)
})

test('the list and the form have no fault for readers', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/quan-ly-dai-ly')
  await expect(page.locator('tbody tr').first()).toBeVisible()
  await expectNoFaults(page)
  await page.getByRole('button', { name: 'Thêm đại lý' }).click()
  await expect(page.getByRole('dialog').getByLabel('Ghi chú')).toBeVisible()
  await expectNoFaults(page)
})

test('every tab of an agent has no fault for readers', async ({ page, request }) => {
  const { partner_id } = await addPartner(request, { pos_limit: 5 })
  await addShop(request, { partner_id })
  await signIn(page, 'admin', admin_password)
  await openAgent(page, partner_id)
  for (const name of ['Thông tin', 'Ngân hàng', 'POS', 'Người dùng']) {
    await tab(page, name).click()
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
    await expectNoFaults(page)
  }
})

test('an agent is added by the keyboard alone', async ({ page }) => {
  const code = `${fresh()}${randomInt(10)}`
  await signIn(page, 'admin', admin_password)
  await page.goto('/quan-ly-dai-ly')
  const add = page.getByRole('button', { name: 'Thêm đại lý' })
  await expect(add).toBeVisible()
  await add.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Mã đại lý')).toBeFocused()
  await page.keyboard.type(code)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Tên đại lý')).toBeFocused()
  await page.keyboard.type('Đại lý bàn phím')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Đã thêm đại lý.')).toBeVisible()
})
