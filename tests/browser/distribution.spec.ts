// Distribution: payment sources, products and prices of a sale group, order prices and revenue limits, as set on the page and applied to orders.
import { randomBytes } from 'node:crypto'
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { confirmWith, rowOf } from './accounts.ts'
import { revertNewest } from './history.ts'
import { faults } from './faults.ts'
import { admin_password, expect, sample_password, test } from './fixture.ts'
import { get } from './draws.ts'
import { adminToken, post, signIn, tokenOf } from './people.ts'
import { openBrowserPos } from './sales.ts'

async function newGroup(request: APIRequestContext) {
  const pos_group_name = `Nhóm bán ${randomBytes(3).toString('hex')}`
  const { error, data } = await post(request, 'cms/pos_group/add', { pos_group_name }, await adminToken(request))
  expect(error).toMatchObject({ code: 0 })
  return { group_id: (data as { pos_group_id: number }).pos_group_id, pos_group_name }
}

async function openPart(page: Page, part: string) {
  await page.goto('/cau-hinh-he-thong/phan-phoi')
  await page.getByRole('radiogroup', { name: 'Phần phân phối' }).getByText(part, { exact: true }).click()
}

async function chooseGroup(page: Page, name: string) {
  await page.getByRole('combobox', { name: 'Nhóm điểm bán' }).fill(name)
  await page.getByRole('option', { name: new RegExp(`^${name}`) }).click()
}

const codeOf = (sold: Promise<unknown>) =>
  sold.then(
    () => 0,
    (error: { code?: number }) => error.code ?? String(error),
  )

test('orders follow the payment sources, products and prices of a sale group, and a change is undone by history', async ({
  page,
  request,
}) => {
  const { group_id, pos_group_name } = await newGroup(request)
  const pos = await openBrowserPos(group_id)
  try {
    expect(await codeOf(pos.sell({ vendor_code: 'POS' }))).toBe(0)
    await signIn(page, 'admin', admin_password)
    await openPart(page, 'Nhóm bán')
    await chooseGroup(page, pos_group_name)
    await expect(page.locator('main')).toContainText('chưa đặt gì: bán mọi thứ như thường')

    const momo = page.getByRole('table', { name: 'Nguồn thanh toán' }).getByRole('row').filter({ hasText: 'MoMo' })
    await momo.getByRole('switch', { name: /^Ví MoMo/ }).click()
    await confirmWith(page, 'Thêm')
    await expect(page.getByText('Đã thêm nguồn thanh toán vào nhóm.')).toBeVisible()
    await expect(momo.getByRole('switch')).toBeChecked()
    expect(await codeOf(pos.sell({ vendor_code: 'POS' }))).toBe(1024)
    expect(await codeOf(pos.sell({ vendor_code: 'MOMO', msisdn: '84901234567' }))).toBe(0)
    expect(await faults(page)).toEqual([])

    await revertNewest(page, 'MoMo')
    await expect(page.getByText('Đã bỏ nguồn thanh toán khỏi nhóm.')).toBeVisible()
    expect(await codeOf(pos.sell({ vendor_code: 'POS' }))).toBe(0)

    const mega = page.getByRole('table', { name: 'Sản phẩm' }).getByRole('row').filter({ hasText: 'Mega 6/45' })
    await mega.getByRole('switch').click()
    await confirmWith(page, 'Thêm')
    await expect(mega.getByRole('switch')).toBeChecked()
    expect(await codeOf(pos.sell())).toBe(1025)
    await mega.getByRole('switch').click()
    await confirmWith(page, 'Bỏ')
    await expect(mega.getByRole('switch')).not.toBeChecked()

    await page.getByLabel('Giá của nhóm: Keno').fill('9500')
    await page.getByLabel('Lý do', { exact: true }).fill('Khai trương')
    await page.getByRole('button', { name: 'Đổi giá ngay' }).click()
    await expect(page.getByText('Đã đổi giá. Đơn tiếp theo bán theo giá mới.')).toBeVisible()
    await expect(page.locator('main')).toContainText('Lý do: Khai trương')
    const order_id = await pos.sell()
    await page.goto(`/lich-su-giao-dich?order_id=${order_id}`)
    await expect(page.locator('main')).toContainText('9.500')
  } finally {
    await pos.close()
  }
})

test('the minimum and maximum price of an order are validated, changed at once and restored from the history', async ({
  page,
}) => {
  await signIn(page, 'admin', admin_password)
  await openPart(page, 'Giá trị đơn')
  // A product that no other story sells.
  await rowOf(page, 'Điện toán 6x36').click()
  const max_tickets = 1_000_000 + Math.floor(Math.random() * 1_000_000)
  await page.getByLabel('Mỗi đơn tối thiểu').fill('2000000')
  await page.getByLabel('Mỗi đơn tối đa').fill('1000000')
  await page.getByRole('button', { name: 'Áp dụng ngay' }).click()
  await expect(page.locator('main')).toContainText('Không được nhỏ hơn mức tối thiểu.')
  await expect(page.getByLabel('Mỗi đơn tối đa')).toBeFocused()
  await page.getByLabel('Mỗi đơn tối thiểu').fill('20000')
  await page.getByLabel('Mỗi đơn tối đa').fill(String(max_tickets))
  await page.getByRole('button', { name: 'Áp dụng ngay' }).click()
  await expect(page.getByText('Đã đổi giá trị đơn Điện toán 6x36. Kênh bán áp dụng từ đơn tiếp theo.')).toBeVisible()
  await expect(rowOf(page, 'Điện toán 6x36')).toContainText(max_tickets.toLocaleString('vi-VN'))
  // The saved form is drawn anew, and the focus stays in it.
  await expect(page.getByLabel('Mỗi đơn tối thiểu')).toBeFocused()
  expect(await faults(page)).toEqual([])
  await revertNewest(page, max_tickets.toLocaleString('vi-VN'))
  await page.getByRole('button', { name: 'Áp dụng ngay' }).click()
  await expect(rowOf(page, 'Điện toán 6x36')).not.toContainText(max_tickets.toLocaleString('vi-VN'))

  // A planned change is taken back for its day, on which it would apply otherwise.
  const tomorrow = new Date(Date.now() + 31 * 3_600_000).toISOString().slice(0, 10).split('-').toReversed().join('/')
  const planned = (max_tickets + 1).toLocaleString('vi-VN')
  await page.getByLabel('Mỗi đơn tối đa').fill(String(max_tickets + 1))
  await page.getByLabel('Áp dụng từ').fill(tomorrow)
  await page.getByRole('button', { name: `Đặt từ ${tomorrow}` }).click()
  await expect(rowOf(page, 'Điện toán 6x36')).toContainText(planned)
  await revertNewest(page, planned)
  await page.getByRole('button', { name: `Đặt từ ${tomorrow}` }).click()
  await expect(rowOf(page, 'Điện toán 6x36')).not.toContainText(planned)
})

/** Another story, or the sample, may have left a request that waits. */
async function decideWaiting(page: Page) {
  const reject = page.getByRole('button', { name: /^(Từ chối|Rút lại)$/ })
  await expect(page.getByRole('table', { name: 'Doanh thu tối đa' })).toBeVisible()
  if ((await reject.count()) === 0) return
  await reject.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Lý do').fill('Để đề nghị mức khác')
  await dialog.getByRole('button', { name: /^(Từ chối|Rút lại)$/ }).click()
  await expect(reject).toHaveCount(0)
}

async function secondPerson(browser: Browser) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signIn(page, 'admin', admin_password)
  return page
}

test('a revenue limit that one person requests and another one confirms refuses orders beyond it', async ({
  page,
  browser,
  request,
}) => {
  const { group_id, pos_group_name } = await newGroup(request)
  const pos = await openBrowserPos(group_id)
  try {
    await signIn(page, 'quantri', sample_password)
    await openPart(page, 'Doanh thu tối đa')
    await decideWaiting(page)
    await page.getByRole('button', { name: 'Đề nghị đổi mức' }).click()
    const dialog = page.getByRole('dialog', { name: 'Đề nghị đổi doanh thu tối đa' })
    await dialog.getByRole('button', { name: 'Thêm mức' }).click()
    await dialog
      .getByRole('combobox', { name: /^Nhóm điểm bán/ })
      .last()
      .fill(pos_group_name)
    await page.getByRole('option', { name: pos_group_name }).click()
    await dialog
      .getByLabel(/^Tối đa một ngày/)
      .last()
      .fill('20000')
    await dialog.getByLabel('Lý do').fill('Thử hạn mức')
    expect(await faults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Gửi đề nghị' }).click()
    await expect(page.getByText('Đã gửi đề nghị.', { exact: false })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Xác nhận', exact: true })).toHaveAttribute('aria-disabled', 'true')
    expect(await codeOf(pos.sell())).toBe(0)

    const other = await secondPerson(browser)
    await openPart(other, 'Doanh thu tối đa')
    await other.getByRole('button', { name: 'Xác nhận', exact: true }).click()
    await confirmWith(other, 'Xác nhận')
    await expect(other.getByText('Mức mới đã có hiệu lực từ đơn tiếp theo.')).toBeVisible()
    await expect(rowOf(other, pos_group_name)).toContainText('10.000 đ')
    await other.context().close()
    expect(await codeOf(pos.sell())).toBe(0)
    expect(await codeOf(pos.sell())).toBe(117)
  } finally {
    await pos.close()
  }
})

interface Limits {
  items: { group_id: number | null; category: number | null; maximum: number }[]
  waiting: { revenue_limit_id: number; version: number } | null
  version: number
}

test('a request for other revenue limits that began before another one was confirmed is refused', async ({
  page,
  request,
}) => {
  const { pos_group_name } = await newGroup(request)
  const { group_id } = await newGroup(request)
  const [token, other] = [await adminToken(request), await tokenOf(request, 'quantri', sample_password)]
  await signIn(page, 'quantri', sample_password)
  await openPart(page, 'Doanh thu tối đa')
  await decideWaiting(page)
  await page.getByRole('button', { name: 'Đề nghị đổi mức' }).click()
  const dialog = page.getByRole('dialog', { name: 'Đề nghị đổi doanh thu tối đa' })
  await dialog.getByRole('button', { name: 'Thêm mức' }).click()
  await dialog
    .getByRole('combobox', { name: /^Nhóm điểm bán/ })
    .last()
    .fill(pos_group_name)
  await page.getByRole('option', { name: pos_group_name }).click()
  await dialog
    .getByLabel(/^Tối đa một ngày/)
    .last()
    .fill('20000')

  const read = () => get<Limits>(request, token, 'cms/config/max_revenue/list')
  const { items, version } = await read()
  const asked = items.map(({ group_id: group, category, maximum }) => ({ group_id: group, category, maximum }))
  const thresholds = [...asked, { group_id, category: null, maximum: 90_000_000 }]
  const { error, data } = await post(request, 'cms/config/max_revenue/update', { thresholds, version }, token)
  expect(error).toMatchObject({ code: 0 })
  const { revenue_limit_id, version: waiting_version } = (data as Limits).waiting!
  const decided = { revenue_limit_id, version: waiting_version }
  const approval = await post(request, 'cms/config/max_revenue/approve', decided, other)
  expect(approval.error).toMatchObject({ code: 0 })

  await dialog.getByRole('button', { name: 'Gửi đề nghị' }).click()
  await expect(page.getByText('Dữ liệu đã được người khác thay đổi sau khi bạn mở.')).toBeVisible()
  const limits = await read()
  expect(limits.waiting).toBeNull()
  expect(limits.items).toContainEqual(expect.objectContaining({ group_id, maximum: 90_000_000 }))
})
