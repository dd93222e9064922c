// A partner's statement by three people: prepared by the head office, disputed by the partner's operator, answered, confirmed by
// both, and printed.
import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import { openPos } from '../../src/testing/orders.ts'
import { password } from './accounts.ts'
import { withDatabase } from './database.ts'
import { hire } from './draws.ts'
import { faults } from './faults.ts'
import { expect, test } from './fixture.ts'
import { signIn } from './people.ts'
import { writeTo } from '../../src/testing/write.ts'

const page_url = '/doi-soat-dai-ly'
const office = { [page_url]: [1, 2, 3, 5, 6], '/lich-su-giao-dich': [1] }
const operator = { [page_url]: [1, 3, 5, 6], '/lich-su-giao-dich': [1] }

/** A partner that sold two tickets of Keno for cash yesterday and earned 600 đ each; these accounts become its operators. */
function openPartner(user_names: readonly string[]): Promise<{ name: string }> {
  return withDatabase(async (db) => {
    const { partner_id, pos_id, pos_code, device_id } = await openPos({ db })
    await writeTo(db, async (trx) => {
      await sql`update app_user set partner_id = ${partner_id} where user_name = any(${user_names})`.execute(trx)
      for (let n = 0; n < 2; n++)
        await sql`
          with at as (select (current_date - 1)::timestamptz + interval '10 hours' as at),
          sold as (
            insert into sale_order (order_id, ordered_at, category, period_id, open_date, pos_id, partner_id, device_id, handling, quantity, amount, commission,
                payment_vendor_id)
              select new_order_id(at), at, p.category, p.period_id, p.open_date, ${pos_id}, ${partner_id}, ${device_id}, 0, 1, 10000, 600,
                (select payment_vendor_id from payment_vendor where vendor_code = 'POS')
              from at, (select * from draw_period where category = 11 order by period_id limit 1) p returning order_id)
          insert into order_line (order_id, line_no, play_type, numbers, quantity, amount) select order_id, 1, 1, '01', 1, 10000 from sold`.execute(
          trx,
        )
      await sql`update sale_order set status = 2, paid_at = ordered_at where pos_id = ${pos_id}`.execute(trx)
    })
    return { name: `Đại lý ${pos_code}` }
  })
}

test("a partner's statement is prepared, disputed, answered, confirmed by both sides and printed", async ({
  browser,
  page,
  request,
}) => {
  test.setTimeout(240_000)
  const an = await hire(request, office)
  const binh = await hire(request, office)
  const chi = await hire(request, operator)
  const { name } = await openPartner([chi.user_name])
  const windows = () =>
    browser
      .newContext({ baseURL: test.info().project.use.baseURL ?? process.env.BASE_URL! })
      .then((context) => context.newPage())
  await signIn(page, an.user_name, password)
  let code = ''

  await test.step('the head office prepares the statement, which its maker may not confirm', async () => {
    await page.goto(page_url)
    await page.getByRole('button', { name: 'Lập bảng đối soát' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Lập bảng đối soát đại lý' })
    const partner = dialog.getByRole('combobox', { name: 'Đại lý' })
    await partner.click()
    await partner.fill(name)
    await page.getByRole('option', { name: new RegExp(name) }).click()
    await dialog.getByRole('radio', { name: 'Ngày' }).check({ force: true })
    await dialog.getByRole('button', { name: 'Lập bảng' }).click()
    const done = page.getByText(/Đã lập DS\d+, chờ hai bên xác nhận\./)
    await expect(done).toBeVisible()
    code = /DS\d+/.exec(await done.innerText())![0]
    await expect(page.getByText('Đại lý còn nợ 18.800 đ').first()).toBeVisible()
    await expect(page.getByRole('link', { name: '2', exact: true }).first()).toBeVisible()
    expect(await faults(page)).toEqual([])
    await expect(page.getByRole('button', { name: 'Xác nhận cho trụ sở' })).toHaveAttribute('aria-disabled', 'true')
  })

  const operators = await windows()
  await signIn(operators, chi.user_name, password)

  await test.step("the partner's operator sees the statement and disputes a line", async () => {
    await operators.goto(page_url)
    const row = operators.getByRole('row').filter({ hasText: code })
    await row.click()
    await operators.getByRole('button', { name: 'Khiếu nại dòng này' }).first().click()
    const dialog = operators.getByRole('dialog', { name: new RegExp(`Khiếu nại · ${code}`) })
    await dialog.getByRole('textbox').fill('Sổ của đại lý chỉ có một đơn')
    await dialog.getByRole('button', { name: 'Khiếu nại' }).click()
    await expect(operators.getByText('Đã gửi khiếu nại.', { exact: false }).first()).toBeVisible()
  })

  const seconds = await windows()
  await signIn(seconds, binh.user_name, password)
  const say = async (window: Page, button: string, verb: string, note: string) => {
    await window.getByRole('button', { name: button, exact: true }).click()
    const dialog = window.getByRole('dialog', { name: new RegExp(`${verb} · ${code}`) })
    await dialog.getByRole('textbox').fill(note)
    await dialog.getByRole('button', { name: verb, exact: true }).click()
  }
  const confirm = async (window: Page, label: string) => {
    await window.getByRole('button', { name: label, exact: true }).click()
    const dialog = window.getByRole('alertdialog', { name: `Xác nhận ${code}` })
    await expect(dialog).toContainText('Đại lý còn nợ 18.800 đ')
    await dialog.getByRole('button', { name: label, exact: true }).click()
  }

  await test.step('the head office answers, and only whoever raised the dispute may end it', async () => {
    await seconds.goto(page_url)
    await seconds.getByRole('row').filter({ hasText: code }).click()
    await say(seconds, 'Trả lời', 'Trả lời', 'Đơn thứ hai bán lúc 10 giờ, xem danh sách đơn')
    await expect(seconds.getByText('Đã gửi trả lời.').first()).toBeVisible()
    await expect(seconds.getByRole('button', { name: 'Đồng ý, kết thúc' })).toHaveAttribute('aria-disabled', 'true')
    await operators.reload()
    const thread = operators.getByRole('region', { name: 'Trao đổi' })
    await expect(thread).toContainText('Đơn thứ hai bán lúc 10 giờ, xem danh sách đơn')
    await say(operators, 'Đồng ý, kết thúc', 'Kết thúc khiếu nại', 'Đã thấy đủ hai đơn')
    await expect(operators.getByText('Đã kết thúc khiếu nại.').first()).toBeVisible()
  })

  await test.step('both sides confirm, and the printed statement shows the debt in words and both names', async () => {
    await confirm(operators, 'Xác nhận cho đại lý')
    await expect(operators.getByText(`Đã xác nhận ${code}, chờ bên kia.`)).toBeVisible()
    await seconds.reload()
    await confirm(seconds, 'Xác nhận cho trụ sở')
    await expect(seconds.getByText(`Hai bên đã xác nhận: ${code} đã chốt và ghi sổ.`)).toBeVisible()
    await seconds.getByRole('button', { name: 'Thao tác khác' }).last().click()
    await seconds.getByRole('menuitem', { name: 'Bản in A4' }).click()
    const paper = seconds.getByRole('dialog', { name: `Bản in ${code}` })
    await expect(paper).toContainText('Bằng chữ: Mười tám nghìn tám trăm đồng')
    await expect(paper).toContainText(chi.user_name)
    await expect(paper).toContainText(binh.user_name)
    expect(await faults(seconds)).toEqual([])
  })
})
