// The processing of orders: taken and finished by keyboard, never by two people, with live updates for everybody.
import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { password } from './accounts.ts'
import { faults } from './faults.ts'
import { expect, test } from './fixture.ts'
import { newPerson, signIn, tokenOf, type Person } from './people.ts'
import { openBrowserPos, type BrowserPos } from './sales.ts'

const online = '/giao-dich-truc-tuyen'
const dialog = (page: Page) => page.getByRole('dialog').last()
const rowOf = (page: Page, process_id: number) => page.getByRole('row').filter({ hasText: String(process_id) })
const isLive = (page: Page) => expect(page.getByText(/Trực tiếp$/)).toBeVisible()

let pos: BrowserPos
test.beforeAll(async () => {
  pos = await openBrowserPos()
})
test.afterAll(() => pos.close())

const sell = () => pos.sell({ handling: 1, msisdn: '84912345678', full_name: 'Trần Thị Mỹ Duyên' })
const worker = (request: APIRequestContext) => newPerson(request, { password, group: 'Xử lý đơn' })

async function detail(request: APIRequestContext, person: Person, process_id: number) {
  const answer = await request.get('/api/xs/management/cms/history/transaction_process/detail', {
    params: { process_id, channel: 'CMS', transid: randomUUID() },
    headers: { authorization: `Bearer ${await tokenOf(request, person.user_name, password)}` },
  })
  return ((await answer.json()) as { data: { status: number; taken_by: number; images: string[] } }).data
}

/** Puts a picture on the clipboard, like that of a ticket which was copied from a terminal. */
async function copyPicture(page: Page) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(`(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 90 })
    const paper = canvas.getContext('2d')
    paper.fillStyle = 'hsl(' + Math.random() * 360 + ' 60% 60%)'
    paper.fillRect(0, 0, 60, 90)
    const blob = await new Promise((resolve) => canvas.toBlob(resolve))
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
  })()`)
}

const numberIn = async (page: Page) =>
  Number(/\d{15}/.exec((await dialog(page).getByRole('heading').first().textContent()) ?? '')?.[0])

/** Finishes the order; returns the number of the next one that is shown. */
async function pasteAndFinish(page: Page, process_id: number): Promise<number> {
  await copyPicture(page)
  await page.keyboard.press('Control+V')
  await expect(dialog(page).getByRole('img')).toBeVisible()
  const finish = dialog(page).getByRole('button', { name: 'Hoàn thành, nhận đơn tiếp' })
  await expect(finish).toBeFocused()
  await expect(finish).not.toHaveAttribute('aria-disabled')
  await expect(page.getByText('Chưa có ảnh vé.').filter({ visible: true })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`Đã hoàn thành đơn ${process_id}.`)).toBeVisible()
  await expect(dialog(page).getByRole('heading', { name: `Đơn ${process_id}` })).toBeHidden()
  await expect(dialog(page).getByText('Đơn được giữ cho bạn')).toBeVisible()
  return numberIn(page)
}

test('orders are taken and finished one after the other by keyboard, and an unfinished one is released', async ({
  page,
  request,
}) => {
  const an = await worker(request)
  for (let order = 0; order < 3; order++) await sell()
  await signIn(page, an.user_name, password)
  await page.goto(online)
  await isLive(page)
  await page.keyboard.press('n')
  await expect(dialog(page).getByText('Đơn được giữ cho bạn')).toBeVisible()
  const first = await numberIn(page)
  const finish = dialog(page).getByRole('button', { name: 'Hoàn thành, nhận đơn tiếp' })
  await expect(finish).toHaveAttribute('aria-disabled', 'true')
  await expect(finish).toHaveAccessibleDescription('Chưa có ảnh vé.')
  expect(await faults(page, '[role=dialog]')).toEqual([])

  // The next order is shown each time, with the focus on the same button.
  const second = await pasteAndFinish(page, first)
  const last = await pasteAndFinish(page, second)
  for (const process_id of [first, second])
    expect(await detail(request, an, process_id)).toMatchObject({
      status: 2,
      taken_by: an.user_id,
      images: [expect.stringMatching(/^\/files\/order\//)],
    })
  expect(last).toBeGreaterThan(first)

  // An unfinished order is still taken by the same person after a reload.
  await page.reload()
  await expect(dialog(page).getByText('Đơn được giữ cho bạn')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Bạn đang giữ 1 đơn' })).toBeVisible()
  await page.getByRole('button', { name: 'Làm tiếp' }).first().focus()
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('button', { name: 'Trả lại hàng đợi' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Đã trả đơn lại hàng đợi.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Bạn đang giữ 1 đơn' })).toBeHidden()
  expect(await detail(request, an, last)).toMatchObject({ status: 0, taken_by: null })
})

async function another(browser: Browser, request: APIRequestContext, address: string) {
  const person = await worker(request)
  const context = await browser.newContext({ baseURL: process.env.BASE_URL! })
  const page = await context.newPage()
  await signIn(page, person.user_name, password)
  await page.goto(address)
  return { person, page, leave: () => context.close() }
}

test('of two people who have opened one order only one can take it, and the other one sees that live', async ({
  browser,
  request,
}) => {
  const process_id = await sell()
  const address = `${online}?process_id=${process_id}`
  const [an, binh] = [await another(browser, request, address), await another(browser, request, address)]
  const take = (page: Page) => dialog(page).getByRole('button', { name: 'Nhận đơn này' })
  await expect(take(an.page)).toBeVisible()
  await expect(take(binh.page)).not.toHaveAttribute('aria-disabled')
  await isLive(binh.page)

  await take(an.page).click()
  await expect(dialog(an.page).getByText('Đơn được giữ cho bạn')).toBeVisible()
  await expect(take(binh.page)).toHaveAttribute('aria-disabled', 'true')
  await expect(take(binh.page)).toHaveAccessibleDescription(`Đơn đang được ${an.person.user_name} xử lý.`)
  await expect(dialog(binh.page).getByText(`Người xử lý: ${an.person.user_name}`)).toBeVisible()

  await dialog(an.page).getByRole('button', { name: 'Trả lại hàng đợi' }).click()
  await expect(take(binh.page)).not.toHaveAttribute('aria-disabled')
  await take(binh.page).click()
  await expect(dialog(binh.page).getByText('Đơn được giữ cho bạn')).toBeVisible()
  expect(await detail(request, binh.person, process_id)).toMatchObject({ taken_by: binh.person.user_id })
  await Promise.all([an.leave(), binh.leave()])
})

test('new orders appear live, but only after a click while the pointer is on the list', async ({ page, request }) => {
  const an = await worker(request)
  const first_id = await sell()
  await signIn(page, an.user_name, password)
  await page.goto(`${online}?sort=-process_id`)
  await isLive(page)
  const first = page.getByRole('table').last().locator('tbody tr').first()
  await expect(first).toContainText(String(first_id))
  const calm = await sell()
  await expect(first).toContainText(String(calm))

  await first.hover()
  await page.mouse.move(700, 480)
  const hidden = await sell()
  const news = page.getByRole('button', { name: 'Có 1 đơn mới' })
  await expect(news).toBeVisible()
  await expect(first).toContainText(String(calm))
  await news.click()
  await expect(first).toContainText(String(hidden))
})

test('an order that somebody else takes leaves the queue without a reload', async ({ browser, page, request }) => {
  const process_id = await sell()
  const an = await worker(request)
  await signIn(page, an.user_name, password)
  await page.goto(`${online}?keyword=${process_id}`)
  await expect(rowOf(page, process_id)).toBeVisible()
  await isLive(page)
  const binh = await another(browser, request, `${online}?process_id=${process_id}`)
  await dialog(binh.page).getByRole('button', { name: 'Nhận đơn này' }).click()
  await expect(page.getByText('Không có đơn phù hợp')).toBeVisible()
  await binh.leave()
})

test('a fault is reported while an order is being processed, which is then listed as stopped', async ({
  page,
  request,
}) => {
  const an = await worker(request)
  const process_id = await sell()
  await signIn(page, an.user_name, password)
  await page.goto(`${online}?process_id=${process_id}`)
  await dialog(page).getByRole('button', { name: 'Nhận đơn này' }).click()
  await expect(dialog(page).getByText('Đơn được giữ cho bạn')).toBeVisible()
  const history = dialog(page).getByRole('button', { name: 'Lịch sử' })
  await history.click()
  await expect(dialog(page).getByText('Nhận đơn xử lý')).toBeVisible()

  await dialog(page).getByRole('button', { name: 'Báo lỗi' }).click()
  await expect(dialog(page).getByRole('heading', { name: 'Báo lỗi đơn hàng' })).toBeVisible()
  await dialog(page).getByLabel('Lý do báo lỗi').fill('Máy in kẹt giấy, vé bị rách')
  await dialog(page).getByRole('button', { name: 'Báo lỗi', exact: true }).click()
  await expect(page.getByText('Đã báo lỗi, chờ người khác duyệt.')).toBeVisible()
  await expect(dialog(page).getByRole('heading', { name: `Đơn ${process_id}` })).toBeVisible()
  await expect(dialog(page).getByText('Đã dừng')).toBeVisible()
  expect(await detail(request, an, process_id)).toMatchObject({ status: 4 })
  await dialog(page).getByRole('button', { name: 'Đóng' }).first().click()

  await page.getByRole('radio', { name: /^Đã dừng/ }).check()
  await expect(page.getByRole('row').filter({ hasText: String(process_id) })).toBeVisible()
})
