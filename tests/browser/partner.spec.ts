// Partners: added by the head office with a bank account, points of sale and people, and seen by their operators.
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { confirmWith, errorAt } from './accounts.ts'
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { adminToken, newPerson, post, signIn, tokenOf } from './people.ts'

const password = 'Mận-hồng-2026'
const fresh = () => randomBytes(4).toString('hex').toUpperCase()
const drawer = (page: Page) => page.getByRole('dialog').first()
const section = (page: Page, name: string) => drawer(page).getByRole('region', { name, exact: true })

async function dataOf<T>(request: APIRequestContext, call: string, input: object): Promise<T> {
  const { error, data } = await post(request, call, input, await adminToken(request))
  expect(error).toMatchObject({ code: 0 })
  return data as T
}

const addPartner = (request: APIRequestContext, overrides: object = {}) => {
  const code = fresh()
  const partner_info = { partner_code: code, partner_name: `Đại lý ${code}`, ...overrides }
  return dataOf<{ partner_id: number; partner_name: string }>(request, 'cms/partner/add', { partner_info })
}

const addPos = (request: APIRequestContext, overrides: object = {}) => {
  const code = fresh()
  const place = { address: '12 Lê Lợi', province_id: 79, district_id: 760 }
  const draft = { pos_code: code, pos_name: `Điểm bán ${code}`, ...place, ...overrides }
  return dataOf<{ pos_id: number; pos_code: string; pos_name: string }>(request, 'cms/pos/add', draft)
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

/**
 * An operator of the partner with every right on the partners' page, so that nothing is hidden from them for lack of a
 * right.
 */
async function newOperator(request: APIRequestContext, partner_id: number) {
  const { pages } = await got<{ pages: { id: number; page_url: string }[] }>(request, 'cms/page/list')
  const { id } = pages.find(({ page_url }) => page_url === '/quan-ly-dai-ly')!
  const group_name = `Đại lý ${fresh()}`
  const group_page = [1, 2, 3, 4, 6].map((role_id) => ({ page_id: id, role_id }))
  await dataOf(request, 'cms/group/add', { group_name, description: 'Để thử', status: 1, group_page })
  const person = await newPerson(request, { password, group: group_name })
  await got(request, 'cms/partner/add_user', { partner_id, user_id: person.user_id })
  return person
}

async function openPartner(page: Page, partner_id: number) {
  await page.goto(`/quan-ly-dai-ly?partner_id=${partner_id}`)
  await expect(section(page, 'Thông tin')).toBeVisible()
}

async function pick(page: Page, name: string, label: string, typed: string) {
  await section(page, name).getByLabel(label).fill(typed)
  await page.getByRole('option', { name: new RegExp(typed) }).click()
  await section(page, name).getByRole('button', { name: 'Thêm', exact: true }).click()
}

async function expectNoFaults(page: Page) {
  expect(await faults(page)).toEqual([])
}

test('a partner is added with its address, a bank account, points of sale up to its limit, and a user', async ({
  page,
  request,
}) => {
  const code = fresh()
  const [first, second] = [await addPos(request), await addPos(request)]
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
  await drawer(page).getByRole('button', { name: 'Thêm tài khoản ngân hàng' }).click()
  const account = page.getByRole('dialog', { name: 'Thêm tài khoản ngân hàng' })
  await account.getByLabel('Loại tài khoản').selectOption('Nhận doanh thu')
  await account.getByLabel('Ngân hàng', { exact: true }).fill('vietcombank')
  await page.getByRole('option', { name: /Vietcombank/ }).click()
  await account.getByLabel('Số tài khoản').fill('0071000123456')
  await account.getByLabel('Chủ tài khoản').fill('CONG TY TNHH')
  await account.getByRole('button', { name: 'Lưu' }).click()
  await expect(drawer(page)).toContainText('0071000123456')

  await pick(page, 'Điểm bán', 'Thêm điểm bán', first.pos_code)
  await expect(drawer(page).getByRole('listitem').filter({ hasText: first.pos_name })).toBeVisible()
  await drawer(page).getByLabel('Thêm điểm bán').fill(second.pos_code)
  await page.getByRole('option', { name: new RegExp(second.pos_code) }).click()
  const add = section(page, 'Điểm bán').getByRole('button', { name: 'Thêm', exact: true })
  await expect(add).toHaveAccessibleDescription('Đại lý đã có đủ 1 điểm bán theo hạn mức.')

  await pick(page, 'Người dùng', 'Thêm người dùng', person.user_name)
  await expect(drawer(page).getByRole('listitem').filter({ hasText: person.user_name })).toBeVisible()
})

test('a limit below the number of points of sale is refused, and so is a point of sale beyond the limit', async ({
  page,
  request,
}) => {
  const { partner_id } = await addPartner(request, { pos_limit: 3 })
  await addPos(request, { partner_id })
  await addPos(request, { partner_id })
  const free = await addPos(request)
  await signIn(page, 'admin', admin_password)
  await openPartner(page, partner_id)
  await page.getByRole('button', { name: 'Sửa', exact: true }).last().click()
  const form = page.getByRole('dialog', { name: 'Sửa đại lý' })
  await form.getByLabel('Hạn mức số điểm bán').fill('1')
  await form.getByRole('button', { name: 'Lưu' }).click()
  await expect(form.getByText('Đã vượt quá số lượng điểm bán cho phép.')).toBeVisible()
  await expect(form.getByLabel('Hạn mức số điểm bán')).toBeFocused()
  await form.getByRole('button', { name: 'Hủy' }).click()
  await confirmWith(page, 'Bỏ thay đổi')

  await drawer(page).getByLabel('Thêm điểm bán').fill(free.pos_code)
  await page.getByRole('option', { name: new RegExp(free.pos_code) }).click()
  await addPos(request, { partner_id })
  await section(page, 'Điểm bán').getByRole('button', { name: 'Thêm', exact: true }).click()
  await expect(page.getByText('Đã vượt quá số lượng điểm bán cho phép.')).toBeVisible()
})

test('removing a user from a partner locks the account, as the confirmation says with the reason', async ({
  page,
  request,
}) => {
  const { partner_id } = await addPartner(request)
  const person = await newPerson(request, { password })
  await got(request, 'cms/partner/add_user', { partner_id, user_id: person.user_id })
  const theirs = await tokenOf(request, person.user_name, password)
  await signIn(page, 'admin', admin_password)
  await openPartner(page, partner_id)
  await drawer(page).getByRole('button', { name: 'Gỡ người dùng' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Tài khoản sẽ bị khóa')
  await expect(page.getByRole('alertdialog')).toContainText('xem được dữ liệu của mọi đại lý')
  await confirmWith(page, 'Gỡ và khóa')
  await expect(drawer(page)).toContainText('Đại lý chưa có người dùng nào')
  expect((await post(request, 'cms/account/logout', {}, theirs)).error.code).toBe(1)
  const sign_in = await post(request, 'cms/account/login', { username: person.user_name, password, client: 'api' })
  expect(sign_in.error.code).toBe(102)
})

test('a partner with points of sale cannot be deleted and shows why; one without any can', async ({
  page,
  request,
}) => {
  const full = await addPartner(request)
  const draft = await addPos(request, { partner_id: full.partner_id })
  await signIn(page, 'admin', admin_password)
  await openPartner(page, full.partner_id)
  await drawer(page).getByRole('button', { name: 'Thao tác khác' }).click()
  await expect(page.getByRole('menuitem', { name: 'Xóa' })).toContainText('Đại lý đang có 1 điểm bán.')
  await page.keyboard.press('Escape')
  await drawer(page).getByRole('listitem').filter({ hasText: draft.pos_name }).getByRole('button').click()
  await confirmWith(page, 'Gỡ điểm bán')
  await expect(drawer(page)).toContainText('Đại lý chưa có điểm bán nào')
  await drawer(page).getByRole('button', { name: 'Thao tác khác' }).click()
  await page.getByRole('menuitem', { name: 'Xóa' }).click()
  await confirmWith(page, 'Xóa')
  await expect(page.getByText('Đã xóa đại lý.')).toBeVisible()
  await expect(page).not.toHaveURL(/partner_id/)
})

test('an opened partner does not filter the list behind it', async ({ page, request }) => {
  const { partner_id } = await addPartner(request)
  await signIn(page, 'admin', admin_password)
  await openPartner(page, partner_id)
  await expect(page.locator('tbody tr').nth(5)).toBeAttached()
  await expect(page.getByRole('button', { name: 'Xóa bộ lọc', includeHidden: true })).toHaveCount(0)
})

test("a partner's operator adds and deletes no partner, sets no limit, and sees who assigns points of sale", async ({
  page,
  request,
}) => {
  const mine = await addPartner(request)
  const person = await newOperator(request, mine.partner_id)
  await signIn(page, person.user_name, password)
  await openPartner(page, mine.partner_id)
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

test('the list of partners and its form have no accessibility fault', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/quan-ly-dai-ly')
  await expect(page.locator('tbody tr').first()).toBeVisible()
  await expectNoFaults(page)
  await page.getByRole('button', { name: 'Thêm đại lý' }).click()
  await expect(page.getByRole('dialog').getByLabel('Ghi chú')).toBeVisible()
  await expectNoFaults(page)
})

test('the sections of a partner have no accessibility fault', async ({ page, request }) => {
  const { partner_id } = await addPartner(request, { pos_limit: 5 })
  await addPos(request, { partner_id })
  await signIn(page, 'admin', admin_password)
  await openPartner(page, partner_id)
  for (const name of ['Điểm bán', 'Ngân hàng', 'Người dùng', 'Dòng thời gian'])
    await expect(section(page, name)).toBeVisible()
  await expectNoFaults(page)
})

test('a partner is added by the keyboard alone', async ({ page }) => {
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
