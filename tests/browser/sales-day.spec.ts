// The screens of the office during a simulated day, on which customers buy at points of sale and in the app.
import type { Page } from '@playwright/test'
import { runningUrl } from '#server/database/embedded.ts'
import { loadDevices } from '../../src/simulate/devices.ts'
import { play, type Summary } from '../../src/simulate/play.ts'
import { shelvesOf } from '../../src/simulate/shelves.ts'
import { password } from './accounts.ts'
import { expect as expectSoon, test } from './fixture.ts'
import { newPerson, signIn } from './people.ts'

/** The machine also simulates the customers, so screens may be slow. */
const expect = expectSoon.configure({ timeout: 25_000 })

/** A short day: a few orders a second, and customers who make up their minds at once. */
async function simulatedDay(signal: AbortSignal): Promise<Summary> {
  const data_dir = process.env.PROGRAM_DATA_DIR!
  return play({
    url: process.env.BASE_URL!,
    devices: loadDevices(data_dir)!,
    shelves: await shelvesOf(runningUrl(data_dir)!),
    seed: 'một ngày',
    rate: 6,
    orders: 2_000,
    speed: 120,
    say: () => {},
    signal,
  })
}

const digitsIn = (text: string | null) => Number((text ?? '').replaceAll(/\D/g, ''))
const dialog = (page: Page) => page.getByRole('dialog').last()
const rows = (page: Page) => page.getByRole('main').getByRole('table').last().locator('tbody tr')
const foot = (page: Page) => page.getByRole('main').getByRole('table').last().locator('tfoot')

/** Watches a figure that is written on the screen until it has grown so many times. */
async function growing(figure: () => Promise<number>, times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    const before = await figure()
    await expect.poll(figure, { timeout: 45_000 }).toBeGreaterThan(before)
  }
}

/** Puts a photo on the clipboard. */
async function copyPicture(page: Page): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(`(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 90, height: 60 })
    const paper = canvas.getContext('2d')
    paper.fillStyle = 'teal'
    paper.fillRect(0, 0, 90, 60)
    const blob = await new Promise((resolve) => canvas.toBlob(resolve))
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
  })()`)
}

test('during a simulated day the home page updates live, online orders are processed, and reports match orders', async ({
  browser,
  page,
  request,
}) => {
  test.setTimeout(240_000)
  const evening = new AbortController()
  const day = simulatedDay(evening.signal)
  // Awaited at the end; until then its rejection must not end the whole run.
  day.catch(() => {})

  await test.step('the figures of the home page grow without a reload', async () => {
    const accountant = await newPerson(request, { password, group: 'Kế toán' })
    await signIn(page, accountant.user_name, password)
    await page.goto('/')
    const amount = page.getByRole('link', { name: /^Doanh số hôm nay/ })
    await expect(amount).toContainText(/\d đ/)
    await growing(async () => digitsIn(/[\d.]+ đ/.exec((await amount.textContent())!)?.[0] ?? ''), 2)
    await expect(page).toHaveURL((url) => url.pathname === '/')
  })

  await test.step('online orders arrive live in the queue, and one is taken and finished', async () => {
    const worker = await newPerson(request, { password, group: 'Xử lý đơn' })
    const context = await browser.newContext({ baseURL: process.env.BASE_URL! })
    const desk = await context.newPage()
    await signIn(desk, worker.user_name, password)
    await desk.goto('/giao-dich-truc-tuyen')
    await expect(desk.getByText(/Trực tiếp$/)).toBeVisible()
    await expect(desk.getByRole('button', { name: /Nhận đơn tiếp theo/ })).toBeVisible()
    await desk.keyboard.press('n')
    await expect(dialog(desk).getByText('Giữ cho bạn')).toBeVisible()
    const order = /\d{15}/.exec((await dialog(desk).getByRole('heading').first().textContent())!)![0]
    await copyPicture(desk)
    const finish = dialog(desk).getByRole('button', { name: 'Hoàn thành, nhận đơn tiếp' })
    // A picture is pasted into the form that has the focus, once the code of its field is there.
    await expect(dialog(desk).getByText('Chọn ảnh')).toBeVisible()
    await expect(finish).toBeFocused()
    await desk.keyboard.press('Control+V')
    await expect(dialog(desk).getByRole('img')).toBeVisible()
    await expect(finish).toBeFocused()
    await expect(finish).not.toHaveAttribute('aria-disabled')
    await desk.keyboard.press('Enter')
    await expect(desk.getByText(`Đã hoàn thành đơn ${order}.`)).toBeVisible()
    await desk.goto('/giao-dich-truc-tuyen')
    const queue = desk.getByRole('radiogroup', { name: 'Hàng đợi' })
    await growing(async () => Number(/Chờ nhận\s*(\d+)/.exec(await queue.innerText())?.[1] ?? 0), 2)
    await context.close()
  })

  await test.step('a figure of a report opens orders of exactly that sum, although sales go on meanwhile', async () => {
    await page.goto('/doanh-so-xsdt?group_by=category')
    await expect(page.getByText(/Số liệu lúc \d\d:\d\d:\d\d/)).toBeVisible()
    const heads = (await page.getByRole('main').getByRole('table').last().locator('thead th').allInnerTexts()).map(
      (text) => text.trim(),
    )
    const cell = (head: string) => rows(page).first().locator('td').nth(heads.indexOf(head))
    const [orders, amount] = [(await cell('Số đơn').innerText()).trim(), (await cell('Doanh số').innerText()).trim()]
    expect(digitsIn(amount)).toBeGreaterThan(0)
    await rows(page).first().getByRole('link', { name: orders, exact: true }).click()
    await expect(page).toHaveURL(/\/lich-su-giao-dich\?.*snapshot=/)
    await expect(foot(page)).toContainText(amount)
  })

  evening.abort()
  const { accepted, paid, faults, lost } = await day
  expect({ faults, lost }).toEqual({ faults: [], lost: [] })
  expect(accepted).toBeGreaterThan(20)
  expect(paid).toBeGreaterThan(accepted / 2)
})
