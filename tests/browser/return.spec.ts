// Returns by two people: one puts unsold tickets on a slip before the station's hour, the other one confirms it and closes the day.
import { setPeriod } from '../../src/testing/tickets.ts'
import { password } from './accounts.ts'
import { withDatabase } from './database.ts'
import { fresh, hire, dataOf, openDraw, type Draw } from './draws.ts'
import { faults } from './faults.ts'
import { admin_password, expect, test } from './fixture.ts'
import { signIn } from './people.ts'
import { act } from './rows.ts'

const keeper = { '/quan-ly-ve-co-so': [1, 2], '/hoan-ve': [1, 3, 6], '/ve-ton': [1] }
const approver = {
  '/ve-cho-duyet': [1, 5],
  '/hoan-ve': [1, 5],
  '/ve-ton': [1, 5],
  '/bc-ve-ton-xskt': [1, 6],
  '/bc-ve-hoan-xskt': [1, 6],
}

/** Moves the draw past the station's hour for returns, while its sale goes on. */
function passHour({ area_id, open_date }: Draw): Promise<void> {
  return withDatabase((db) => setPeriod({ db }, area_id, open_date, 'returns_over'))
}

test("unsold tickets are returned before the station's hour, and a second person closes the day with the rest", async ({
  browser,
  page,
  request,
}) => {
  test.setTimeout(150_000)
  const { draw } = await openDraw(request, ({ auto_approve }) => !auto_approve)
  const { area_id, area_name, open_date, base_id } = draw
  const an = await hire(request, keeper, base_id)
  const binh = await hire(request, approver)
  const tickets = [
    { number: '100001', quantity: 40 },
    { number: '100002', quantity: 20 },
  ]
  const slip = await dataOf<{ ticket_import_id: number }>(request, an.token, 'cms/ticket_import/create', {
    area_id,
    open_date,
    note: `Hoàn ${fresh()}`,
    tickets,
  })
  await dataOf(request, binh.token, 'cms/ticket_import/approve', { ticket_import_id: slip.ticket_import_id })
  await signIn(page, an.user_name, password)
  let return_code = ''

  await test.step('typed numbers become a return slip, and a ticket that is not in stock is refused', async () => {
    await page.goto(`/hoan-ve?open_date=${open_date}&area_id=${area_id}`)
    await expect(page.getByRole('radio', { name: new RegExp(area_name) })).toBeChecked()
    const entry = page.getByLabel('Dãy số và số lượng')
    await entry.fill('100001 25')
    await entry.press('Enter')
    await entry.fill('999999')
    await entry.press('Enter')
    await expect(page.getByText('Vé không có trong kho này.')).toBeVisible()
    await page.getByRole('button', { name: 'Bỏ 999999' }).click()
    await expect(entry).toBeFocused()
    await expect(page.getByText('1 dòng · 25 vé')).toBeVisible()
    await page.reload()
    await expect(page.getByText('Đã khôi phục nội dung bạn đang nhập dở.')).toBeVisible()
    await expect(page.getByText('1 dòng · 25 vé')).toBeVisible()
    expect(await faults(page)).toEqual([])
    await page.getByRole('button', { name: 'Gửi xác nhận 25 vé' }).click()
    const confirmation = page.getByText(/Đã gửi phiếu PH\d+, chờ người khác xác nhận\./)
    await expect(confirmation).toBeVisible()
    await expect(entry).toBeFocused()
    return_code = /PH\d+/.exec(await confirmation.innerText())![0]
  })

  await test.step('the arrow keys go on from tab to tab', async () => {
    const tab = (name: string) => page.getByRole('radiogroup', { name: 'Nội dung' }).getByRole('radio', { name })
    await tab('Lập phiếu').focus()
    for (const next of ['Phiếu hoàn', 'Điều kiện', 'Lập phiếu']) {
      await page.keyboard.press('ArrowRight')
      await expect(tab(next)).toBeFocused()
      await expect(tab(next)).toBeChecked()
    }
  })

  const context = await browser.newContext({ baseURL: test.info().project.use.baseURL ?? process.env.BASE_URL! })
  const second = await context.newPage()
  await signIn(second, binh.user_name, password)
  const row = second.getByRole('row').filter({ hasText: return_code })

  await test.step('the return slip waits for confirmation and can be printed', async () => {
    await page.goto(`/hoan-ve?tab=slips&keyword=${return_code}`)
    const slip_row = page.getByRole('row').filter({ hasText: return_code })
    await expect(slip_row).toContainText('Chờ xác nhận')
    await expect(slip_row.getByRole('button', { name: 'Xác nhận', exact: true })).toHaveCount(0)
    await act(slip_row, 'Bản in A4')
    const paper = page.getByRole('dialog')
    await expect(paper.getByRole('heading', { name: 'Phiếu hoàn vé xổ số' })).toBeVisible()
    await expect(paper).toContainText('Bằng chữ: ')
    await expect(paper).toContainText('Đại diện nhà đài')
  })

  await test.step('a second person confirms the return slip', async () => {
    await second.goto(`/hoan-ve?tab=slips&keyword=${return_code}`)
    await expect(row).toContainText('Chờ xác nhận')
    await act(row, 'Xác nhận')
    await second.getByRole('alertdialog').getByRole('button', { name: 'Xác nhận' }).click()
    await expect(row).toContainText('Đã hoàn')
  })

  await passHour(draw)

  await test.step("after the station's hour the page says that nothing can be returned any more", async () => {
    await page.goto(`/hoan-ve?open_date=${open_date}&area_id=${area_id}`)
    await expect(page.getByText('Đài không nhận lại vé của kỳ này nữa.')).toBeVisible()
  })

  await test.step('the second person closes the day with the number of paper tickets counted', async () => {
    await second.goto(`/ve-ton?open_date=${open_date}&area_id=${area_id}`)
    await second.getByRole('button', { name: 'Chốt hoàn…' }).first().click()
    const closing = second.getByRole('dialog')
    await closing.getByLabel('Số vé giấy bạn đếm được').fill('35')
    await closing.getByRole('button', { name: 'Chốt hoàn, giữ lại 35 vé' }).click()
    await expect(second.getByText('Đã chốt hoàn vé.').first()).toBeVisible()
  })

  await test.step('the reports show the returned and the unsold tickets and link to the stock', async () => {
    const days = `from_date=${open_date}&to_date=${open_date}&area_id=${area_id}`
    await second.goto(`/bc-ve-ton-xskt?${days}`)
    await expect(second.getByRole('link', { name: '350.000 đ' }).first()).toBeVisible()
    await second.getByRole('link', { name: '350.000 đ' }).first().click()
    await expect(second).toHaveURL(/\/ve-ton\?/)
    await expect(second.getByRole('row').filter({ hasText: '100002' })).toContainText('20')
    await second.goto(`/bc-ve-hoan-xskt?${days}`)
    await expect(second.getByRole('link', { name: '25', exact: true }).first()).toBeVisible()
  })
  await context.close()
})

test('on a phone the terms of returns are told whole', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'admin', admin_password)
  await page.goto('/hoan-ve?tab=terms')
  const facts = page.getByRole('main').getByRole('listitem').locator('dl')
  await expect(facts.first()).toContainText('Giá nhận lại')
  for (const fact of await facts.all()) {
    const cut = await fact.evaluate((box) => [box.scrollWidth - box.clientWidth, box.scrollHeight - box.clientHeight])
    expect(cut, await fact.innerText()).toEqual([0, 0])
  }
})
