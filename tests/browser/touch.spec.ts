// A phone under a finger: targets of 44 px, what stands in one line, what does not move, and what is said when nothing can be opened.
import { adminToken, post, signIn } from './people.ts'
import { admin_password, expect, test } from './fixture.ts'

const finger_px = 44

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('the pager takes two lines, its buttons are wide enough, and the current page is in view', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/nhat-ky?page_size=10&page_index=7')
  const pager = page.getByRole('navigation', { name: /^Phân trang/ })
  const current = pager.locator('[aria-current=page]')
  await expect(current).toHaveText('7')
  await pager.scrollIntoViewIfNeeded()
  await expect(current).toBeInViewport({ ratio: 1 })
  expect((await pager.boundingBox())!.height).toBeLessThan(3 * finger_px)
  for (const button of await pager.getByRole('button').all()) {
    const { width, height } = (await button.boundingBox())!
    expect(Math.min(width, height), (await button.getAttribute('aria-label')) ?? 'Đi').toBeGreaterThanOrEqual(finger_px)
  }
})

test('title and actions of a page share one line, where one menu holds the further actions', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/quan-ly-dai-ly')
  const header = page.locator('header', { has: page.getByRole('heading', { name: 'Quản lý đại lý' }) })
  const add = header.getByRole('button', { name: 'Thêm đại lý' })
  const more = header.getByRole('button', { name: 'Thao tác khác' })
  const middleOf = async (part: typeof add) => {
    const { y, height } = (await part.boundingBox())!
    return y + height / 2
  }
  const title_middle = await middleOf(header.getByRole('heading'))
  for (const button of [add, more]) expect(Math.abs((await middleOf(button)) - title_middle)).toBeLessThanOrEqual(1)
  await more.tap()
  await expect(page.getByRole('menuitem')).toHaveText(['Mẫu chiết khấu đại lý', 'Nhập chiết khấu', 'Nhập từ tệp'])
  await page.getByRole('menuitem', { name: 'Nhập từ tệp' }).tap()
  await expect(page.getByRole('dialog', { name: 'Nhập đại lý từ tệp' })).toBeVisible()
})

test('four cards of a list are in view, and their order is chosen from a menu', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/danh-sach-tai-khoan-vi')
  const cards = page.getByRole('list', { name: 'Danh sách ví' }).getByRole('listitem')
  await expect(cards.nth(3)).toBeInViewport({ ratio: 0.5 })
  const order = page.getByRole('button', { name: 'Sắp xếp' })
  await order.click()
  await page.getByRole('menuitem', { name: 'Số dư, giảm dần', exact: true }).click()
  await expect(page).toHaveURL(/sort=-balance/)
  await order.click()
  await expect(page.getByRole('menuitem', { name: 'Số dư, giảm dần đang chọn' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Như mặc định' }).click()
  await expect(page).not.toHaveURL(/sort=/)
})

test('a card without a status has its buttons beside its facts, and a copy button makes no line higher', async ({
  page,
}) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/phan-quyen-du-lieu')
  const card = page
    .getByRole('list', { name: /^Danh sách/ })
    .getByRole('listitem')
    .first()
  const open = (await card.getByRole('button', { name: 'Mở dòng 1' }).boundingBox())!
  const person_facts = (await card.locator('dl').boundingBox())!
  expect(person_facts.x + person_facts.width).toBeLessThanOrEqual(open.x)
  expect(person_facts.y + person_facts.height).toBeGreaterThan(open.y)
  await page.goto('/quan-ly-ngan-hang-nap-tien')
  const bank_facts = page
    .getByRole('list', { name: /^Danh sách/ })
    .getByRole('listitem')
    .first()
    .locator('dl')
  await expect(bank_facts).toBeVisible()
  expect((await bank_facts.boundingBox())!.height).toBeLessThanOrEqual(3 * 20)
})

test('a card of a history shows beside its title what changed, not what was before', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  for (const address of [
    '/bao-cao-lich-su-kho-ve?kind=1',
    '/lich-su-giao-dich-vi?type=7',
    '/lich-su-tai-khoan-tra-thuong',
  ]) {
    await page.goto(address)
    const card = page
      .getByRole('list', { name: /^Danh sách/ })
      .getByRole('listitem')
      .first()
    const title = (await card.getByText(/^\d\d\/\d\d\/\d{4} /).boundingBox())!
    const change = (await card.getByText(/^[+−][\d.]+( đ)?$/).boundingBox())!
    expect(Math.abs(change.y + change.height / 2 - title.y - title.height / 2), address).toBeLessThanOrEqual(3)
  }
})

test("a chart's switch stands beside its close button", async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/doanh-so-xskt')
  const choice = (await page.getByRole('radiogroup', { name: 'Doanh số theo ngày: cách xem' }).boundingBox())!
  const close = (await page.getByRole('button', { name: 'Ẩn biểu đồ' }).boundingBox())!
  expect(Math.abs(choice.y + choice.height / 2 - close.y - close.height / 2)).toBeLessThanOrEqual(1)
  expect(choice.x + choice.width).toBeLessThanOrEqual(close.x)
})

test('a ticket states its price once, and a user group is chosen in one line above what it opens', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/quan-ly-ve')
  const ticket = page.getByRole('list', { name: 'Danh sách vé' }).getByRole('listitem').first()
  await expect(ticket).toContainText('SL tồn')
  expect((await ticket.innerText()).match(/\d\sđ/g)).toHaveLength(1)

  await page.goto('/nhom-nguoi-dung')
  const choice = page.getByRole('combobox', { name: 'Nhóm', exact: true })
  await choice.tap()
  await page.getByRole('option', { name: /^Kế toán/ }).tap()
  await expect(choice).toHaveValue('Kế toán')
  await expect(page.getByRole('heading', { level: 2, name: 'Kế toán' })).toBeInViewport()
  await expect(page.getByRole('textbox', { name: 'Tên nhóm' })).toHaveValue('Kế toán')
})

test('the open tab of the system settings is in view', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/cau-hinh-he-thong/kho')
  await expect(page.getByRole('tab', { name: 'Kho', selected: true })).toBeInViewport({ ratio: 0.9 })
})

test('a phone is told of no key that it has not', async ({ page }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/do-ve')
  await expect(page.getByRole('heading', { name: 'Dò vé' })).toBeVisible()
  await expect(page.getByText('Ctrl+K')).toHaveCount(0)
})

test('a list stays where it is when its saved views come', async ({ page, request }) => {
  await signIn(page, 'admin', admin_password)
  const first = page.getByRole('list', { name: 'Danh sách banner' }).getByRole('listitem').first()
  await page.goto('/cau-hinh-banner')
  await expect(first).toBeVisible()
  const without_views = await first.boundingBox()
  const view = {
    list_name: 'GET cms/banner/list',
    view_name: 'Đang hiện ở đầu trang chủ',
    query: 'status=1',
    shared: false,
  }
  expect((await post(request, 'cms/list_view/add', view, await adminToken(request))).error).toMatchObject({ code: 0 })
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Chế độ xem đã lưu' })).toBeVisible()
  expect(await first.boundingBox()).toEqual(without_views)
})

test('who opens something without a connection is told why nothing opens, and it opens later', async ({
  page,
  context,
}) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/lich-bao-tri')
  await expect(page.getByText('Bản ghi')).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Thêm lịch bảo trì' }).tap()
  await expect(page.getByText('Mất kết nối nên chưa mở được. Khi có mạng lại, trang tự mở.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('dialog', { name: 'Thêm lịch bảo trì' })).toBeVisible()
  const sheets = page.locator('link[rel="stylesheet"]')
  await expect
    .poll(() => sheets.evaluateAll((links) => links.every((link) => 'sheet' in link && link.sheet)))
    .toBe(true)
})

test('copy buttons and radio rows are wide enough for a finger, and the words of a search are whole', async ({
  page,
}) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/quan-ly-ngan-hang-nap-tien')
  const copy = page.getByRole('button', { name: 'Sao chép' }).first()
  expect((await copy.boundingBox())!.height).toBeGreaterThanOrEqual(40)
  await page.goto('/do-ve')
  const station = page.getByRole('radiogroup', { name: 'Đài' }).locator('label').first()
  expect((await station.boundingBox())!.height).toBeGreaterThanOrEqual(40)
  await page.goto('/yeu-cau-rut-tien-ve-tknh')
  const search = page.getByRole('searchbox', { name: 'Từ khóa' })
  await expect(search).toHaveAttribute('placeholder', 'Mã, SĐT, khách hàng')
  expect(await search.evaluate((field) => field.scrollWidth - field.clientWidth)).toBeLessThanOrEqual(0)
})

test('who asks for a template without a connection is told, and it comes later', async ({ page, context }) => {
  await signIn(page, 'admin', admin_password)
  await page.goto('/quan-ly-dai-ly')
  await expect(page.getByText('Bản ghi')).toBeVisible()
  await page.getByRole('button', { name: 'Thao tác khác' }).first().tap()
  const template = page.getByRole('menuitem', { name: 'Mẫu chiết khấu đại lý' })
  await expect(template).toBeVisible()
  await context.setOffline(true)
  await template.tap()
  await expect(page.getByText('Mất kết nối nên chưa mở được. Khi có mạng lại, trang tự mở.')).toBeVisible()
  const file = page.waitForEvent('download')
  await context.setOffline(false)
  expect((await file).suggestedFilename()).toBe('mau-chiet-khau-dai-ly.xlsx')
})
