/** Both sides of a statement: what they may confirm, dispute and see, and what is stored. */
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readRows } from '#contract/sheet/read-file.ts'
import { default_limits } from '#contract/sheet/sheet-limits.ts'
import type { SheetRow } from '#contract/sheet/row-scanner.ts'
import type { Person } from '../../../testing/office.ts'
import { inParallel } from '../../../testing/parallel.ts'
import { proofs } from '../../../testing/proofs.ts'
import { isSale } from '../../../testing/sales.ts'
import { openPartners, statement_rights } from '../../../testing/statements.ts'
import { partnerPayment, paymentKinds } from '../partner-payment/partner-payment.contract.ts'
import { partnerStatement, statementStatus } from './partner-statement.contract.ts'
import { prepareDue } from './prepare-due.server.ts'
import { refreshOpen } from './refresh.server.ts'
import { correction_line, opening_line } from './statement.rules.ts'

const world = await openPartners()
const { office, market, maker, second, operators, orders, write, addOrders, advance, daysAgo, partnerOf, prepare } =
  world
const { detail, confirm, confirmBoth, codeOf, ledgerDebt, sum, dueOf } = world
afterAll(() => office.close())
beforeEach(world.clear)

async function workbookLines(statement_id: number) {
  const { file, status } = await second.raw(partnerStatement.file, { statement_id })
  expect(status).toBe(200)
  const rows: SheetRow['cells'][] = []
  await readRows(file!, default_limits, (some) => rows.push(...some.map(({ cells }) => cells)))
  return rows.map((cells) => Array.from({ length: 9 }, (_, n) => cells[n] ?? ''))
}

describe('a partner’s statement', () => {
  test('is final and posted once both sides confirm it, and its creator cannot confirm for the head office', async () => {
    const { statement_id, partner_id } = await prepare(0, 9, 5)
    expect(await codeOf(maker, partnerStatement.confirm, { statement_id })).toBe(169)
    expect((await confirm(operators[0]!, statement_id)).status).toBe(statementStatus.partner_confirmed)
    expect(await codeOf(operators[0]!, partnerStatement.confirm, { statement_id })).toBe(122)
    const before = await ledgerDebt(partner_id)
    const { closing_debt, due, status } = await confirm(second, statement_id)
    expect(status).toBe(statementStatus.confirmed)
    const confirmed = await detail(statement_id)
    expect(confirmed.office_by_full_name).toBe(`Nhân viên ${second.user_name}`)
    expect(confirmed.agent_by_full_name).toBe(`Nhân viên ${operators[0]!.user_name}`)
    expect([closing_debt, confirmed.debt_now - before]).toEqual([due, due])
    expect(await codeOf(second, partnerStatement.confirm, { statement_id })).toBe(121)
    expect(await codeOf(maker, partnerStatement.cancel, { statement_id, reason: 'Nhầm' })).toBe(121)
    await addOrders(60, 2)
    await advance(orders)
    expect((await detail(statement_id)).figures).toEqual(confirmed.figures)
    expect(await proofs(office)).toEqual([])
  })

  test('takes one confirmation of each side out of twenty parallel ones', async () => {
    const { statement_id, partner_id } = await prepare(1, 9, 5)
    const before = await ledgerDebt(partner_id)
    const codes = await inParallel((n) =>
      codeOf(n % 2 ? operators[1]! : second, partnerStatement.confirm, { statement_id }),
    )
    expect(codes.filter((code) => code === 0)).toHaveLength(2)
    const { debt_now, figures, status } = await detail(statement_id)
    expect([status, debt_now - before]).toEqual([statementStatus.confirmed, figures.due])
  })

  test('loses its confirmation when its figures change, and shows that they changed', async () => {
    const { statement_id, from_date, to_date } = await prepare(0, 12, 3)
    const shownDraft = await detail(statement_id, operators[0]!)
    await confirm(operators[0]!, statement_id)
    const paid = orders.find(
      (order) =>
        order.partner_id === partnerOf(0) && order.day >= from_date && order.day <= to_date && order.status === 10,
    )
    const changed = paid ?? soldWithin(from_date, to_date)
    await write((db) =>
      sql`update sale_order set status = 11, ended_at = now() where order_id = ${changed.order_id}`.execute(db),
    )
    changed.status = 11
    expect(await detail(statement_id)).toMatchObject({ is_changed: true, status: statementStatus.partner_confirmed })
    await refreshOpen(office.db)
    const lost = await detail(statement_id)
    expect(lost).toMatchObject({ is_changed: false, status: statementStatus.prepared, agent_at: null })
    expect(lost.lost_at).not.toBeNull()
    expect(lost.figures.due).toBe(shownDraft.figures.due - dueOf(changed))
    // A confirmation of the old figures is refused.
    expect(await codeOf(second, partnerStatement.confirm, { statement_id, digest: shownDraft.digest })).toBe(9001)
    expect((await confirmBoth(0, statement_id)).status).toBe(statementStatus.confirmed)
  })

  test('lists orders that changed after the previous confirmation as corrections', async () => {
    const first = await prepare(0, 15, 8)
    await confirmBoth(0, first.statement_id)
    const spanOrders = orders.filter(
      (order) => order.partner_id === partnerOf(0) && order.day >= first.from_date && order.day <= first.to_date,
    )
    const came = spanOrders.filter((order) => order.status === 1).slice(0, 3)
    const gone = spanOrders.filter((order) => isSale(order)).slice(0, 3)
    expect(gone.length).toBeGreaterThan(0)
    await write(async (db) => {
      for (const [changed, status] of [
        [came, 2],
        [gone, 11],
      ] as const)
        await sql`update sale_order set status = ${status}, paid_at = coalesce(paid_at, now()), ended_at = case when ${status} = 11 then now() end
          where order_id = any(${changed.map(({ order_id }) => order_id)}::bigint[])`.execute(db)
    })
    for (const order of came) order.status = 2
    for (const order of gone) order.status = 11
    const next = await prepare(0, 7, 6)
    const { figures } = await detail(next.statement_id)
    const due = sum(came, dueOf) - sum(gone, dueOf)
    expect(figures.corrections).toMatchObject({ orders: came.length + gone.length, due })
    expect(figures.corrections.rows.map(({ order_id, is_added }) => [order_id, is_added]).sort()).toEqual(
      [...came.map(({ order_id }) => [order_id, true]), ...gone.map(({ order_id }) => [order_id, false])].sort(),
    )
    const file = await workbookLines(next.statement_id)
    const correctionLines = file.filter(([part]) => part === 'Điều chỉnh kỳ trước')
    expect(correctionLines).toHaveLength(came.length + gone.length)
    const [orderCount, , amount, , commission, collected, payable] = file
      .find(([, line]) => line === 'Phải nộp trong kỳ')!
      .slice(2)
      .map(Number)
    expect([collected! - commission!, payable]).toEqual([figures.due, figures.due])
    const salesAndCorrections = file.filter(([part]) => part === 'Doanh số và hoa hồng').concat(correctionLines)
    expect([orderCount, amount, commission, collected, payable]).toEqual(
      [2, 4, 6, 7, 8].map((n) => salesAndCorrections.reduce((total, cells) => total + Number(cells[n]), 0)),
    )
    expect(figures.opening_debt).toBe((await detail(first.statement_id)).figures.closing_debt)
    const before = await ledgerDebt(partnerOf(0))
    await confirmBoth(0, next.statement_id)
    expect((await ledgerDebt(partnerOf(0))) - before).toBe(figures.due)
    const after = await prepare(0, 5, 5)
    expect((await detail(after.statement_id)).figures.corrections.orders).toBe(0)
    expect(await proofs(office)).toEqual([])
  })

  const soldWithin = (from_date: string, to_date: string) =>
    orders.find(
      (order) => order.partner_id === partnerOf(0) && order.day >= from_date && order.day <= to_date && isSale(order),
    )!
})

describe('the days of a partner’s statement', () => {
  test('must be over, without a gap before them, and in no other statement', async () => {
    const first = await prepare(0, 9, 7)
    const span = async (from: number, to: number) => ({
      partner_id: partnerOf(0),
      from_date: await daysAgo(from),
      to_date: await daysAgo(to),
    })
    const code = async (from: number, to: number) => codeOf(maker, partnerStatement.prepare, await span(from, to))
    expect([await code(7, 6), await code(5, 4), await code(6, 0), await code(3, 5)]).toEqual([9151, 3, 140, 22])
    const second_span = await span(6, 5)
    const codes = await inParallel(() => codeOf(maker, partnerStatement.prepare, second_span))
    expect(codes.filter((answer_code) => answer_code === 0)).toHaveLength(1)
    expect(codes.filter((answer_code) => answer_code === 9151)).toHaveLength(19)
    const reason = 'Lập nhầm kỳ'
    expect(await codeOf(maker, partnerStatement.cancel, { statement_id: first.statement_id, reason })).toBe(122)
    const [later] = (await maker.call(partnerStatement.list, { partner_id: partnerOf(0) })).items
    expect(await codeOf(second, partnerStatement.confirm, { statement_id: later!.statement_id })).toBe(122)
    await maker.call(partnerStatement.cancel, { statement_id: later!.statement_id, reason })
    expect(await code(6, 4)).toBe(0)
  })
})

describe('a dispute', () => {
  test('blocks the statement until the side that opened it settles it, and every note is kept in its thread', async () => {
    const { statement_id } = await prepare(1, 9, 5)
    const [operator] = [operators[1]!]
    await confirm(second, statement_id)
    const dispute = (person: Person, line: string) =>
      person.call(partnerStatement.dispute, { statement_id, line, note: `Lệch so với sổ của chúng tôi` })
    const answer = (person: Person, line: string, settles = false) =>
      person.call(partnerStatement.answer, { statement_id, line, note: 'Đã đối chiếu lại', settles })
    expect(await dispute(operator, opening_line)).toMatchObject({
      status: statementStatus.disputed,
      open_disputes: 1,
      office_at: null,
    })
    await dispute(second, correction_line)
    expect(await codeOf(operator, partnerStatement.dispute, { statement_id, line: 'sale:0:0', note: 'x' })).toBe(9005)
    expect(await codeOf(operator, partnerStatement.confirm, { statement_id })).toBe(122)
    await answer(second, opening_line)
    const settling = { statement_id, line: opening_line, note: 'Xong', settles: true }
    expect(await codeOf(second, partnerStatement.answer, settling)).toBe(169)
    expect((await answer(operator, opening_line, true)).status).toBe(statementStatus.disputed)
    expect((await answer(second, correction_line, true)).status).toBe(statementStatus.prepared)
    expect(await codeOf(operator, partnerStatement.answer, settling)).toBe(122)
    const { notes } = await detail(statement_id)
    expect(notes.map(({ line, action, by_agent }) => [line, action, by_agent])).toEqual([
      [opening_line, 1, true],
      [correction_line, 1, false],
      [opening_line, 2, false],
      [opening_line, 3, true],
      [correction_line, 3, false],
    ])
    expect((await confirmBoth(1, statement_id)).status).toBe(statementStatus.confirmed)
  })
})

test('a partner’s operator sees only statements and payments of the own partner, and cannot create any', async () => {
  const { statement_id } = await prepare(0, 9, 5)
  const payment = { partner_id: partnerOf(0), kind: paymentKinds.paid, amount: 1_000, reason: 'Tiền mặt' }
  const { payment_id } = await maker.call(partnerPayment.add, payment)
  const [ownOperator, otherOperator] = operators as [Person, Person]
  expect((await ownOperator.call(partnerStatement.list, {})).items).toHaveLength(1)
  expect((await otherOperator.call(partnerStatement.list, {})).items).toEqual([])
  expect((await otherOperator.call(partnerPayment.list, {})).items).toEqual([])
  const line = { line: opening_line, note: 'x' }
  for (const [call, input] of [
    [partnerStatement.detail, {}],
    [partnerStatement.file, {}],
    [partnerStatement.confirm, {}],
    [partnerStatement.dispute, line],
    [partnerStatement.answer, line],
    [partnerStatement.cancel, { reason: 'x' }],
  ] as const)
    expect(await codeOf(otherOperator, call, { statement_id, ...input }), call.name).toBe(9005)
  expect(await codeOf(otherOperator, partnerPayment.approve, { payment_id })).toBe(9005)
  const span = { partner_id: partnerOf(0), from_date: await daysAgo(4), to_date: await daysAgo(4) }
  expect(await codeOf(ownOperator, partnerStatement.prepare, span)).toBe(169)
  expect(await codeOf(ownOperator, partnerPayment.add, payment)).toBe(169)
  expect(await codeOf(ownOperator, partnerStatement.cancel, { statement_id, reason: 'x' })).toBe(169)
  const keeper = await office.hire(statement_rights, { base_id: market.stores[0]! })
  expect((await keeper.call(partnerStatement.list, {})).items).toEqual([])
})

test('the workbook of a statement has each of its lines with their amounts, and sales, payments and debt add up', async () => {
  const pay = (kind: 1 | 2, amount: number) =>
    maker.call(partnerPayment.add, { partner_id: partnerOf(0), kind, amount, reason: 'Chuyển khoản' })
  await pay(paymentKinds.paid, 70_000)
  await pay(paymentKinds.deposited, 50_000)
  const day = await daysAgo(6)
  await write((db) => sql`update partner_payment set posted_at = ${day}::date + interval '12 hours'`.execute(db))
  const { statement_id } = await prepare(0, 9, 5)
  const { figures } = await detail(statement_id)
  const [heads, ...lines] = await workbookLines(statement_id)
  expect(heads).toEqual(['Phần', 'Dòng', 'Số đơn', 'SL vé', 'Doanh số', 'Phí', 'Hoa hồng', 'Đại lý thu', 'Số tiền'])
  const partLines = (part: string) => lines.filter(([name]) => name === part).map((cells) => cells.slice(2).map(Number))
  const amounts = (row: (typeof figures.sales)[number]) => [
    row.orders,
    row.quantity,
    row.amount,
    row.fee,
    row.commission,
    row.collected,
    row.due,
  ]
  const sales = partLines('Doanh số và hoa hồng')
  expect(sales.length).toBeGreaterThan(1)
  expect(sales).toEqual(figures.sales.map(amounts))
  const totalOf = (n: number) => sales.reduce((total, row) => total + row[n]!, 0)
  const refunded = partLines('Hoàn tiền (không tính vào doanh số)').map((row) => [row[0], row[2]])
  expect(refunded).toEqual(figures.given_back.map(({ orders: order_count, amount }) => [order_count, amount]))
  const payments = lines.filter(([part]) => part === 'Thanh toán và ký quỹ').map((row) => [row[2], row[8]].map(Number))
  expect(payments).toEqual([
    [1, 70_000],
    [1, 50_000],
  ])
  const due = totalOf(6)
  const balances = lines.filter(([part]) => part === 'Công nợ' || part === 'Ký quỹ')
  expect(balances.map((row) => [row[1], Number(row[8])])).toEqual([
    ['Nợ đầu kỳ', 0],
    ['Phải nộp trong kỳ', due],
    ['Đã thanh toán', 70_000],
    ['Nợ cuối kỳ', due - 70_000],
    ['Ký quỹ cuối kỳ', 50_000],
  ])
  expect(balances[1]!.slice(2, 8).map(Number)).toEqual([0, 1, 2, 3, 4, 5].map(totalOf))
  expect(figures.closing_debt).toBe(due - 70_000)
})

describe('the job that prepares statements', () => {
  const periodOf = (n: number, period: number | null) =>
    write((db) => sql`update partner set statement_period = ${period} where partner_id = ${partnerOf(n)}`.execute(db))
  const prepared = async (n: number) => {
    const { items } = await maker.call(partnerStatement.list, { partner_id: partnerOf(n), sort: 'to_date' })
    return items.filter(({ status }) => status !== statementStatus.cancelled)
  }

  test('prepares full weeks and missed days once, and leaves cancelled days to people', async () => {
    await write((db) => sql`update day_close_config set prepare_at = '00:00'`.execute(db))
    await periodOf(0, 2)
    await prepare(1, 5, 4)
    await periodOf(1, 1)
    expect(await prepareDue(office.db)).toBe(4)
    expect(await prepareDue(office.db)).toBe(0)
    const [week, ...extra] = await prepared(0)
    expect(extra).toEqual([])
    const { rows } = await sql<{ monday: string; sunday: string }>`
      select date_trunc('week', now())::date - 7 as monday, date_trunc('week', now())::date - 1 as sunday`.execute(
      office.db,
    )
    expect(week).toMatchObject({ from_date: rows[0]!.monday, to_date: rows[0]!.sunday, created_by: null })
    const days = await prepared(1)
    expect(days.map(({ from_date, to_date }) => [from_date, to_date])).toEqual([
      [await daysAgo(5), await daysAgo(4)],
      ...(await Promise.all([3, 2, 1].map(async (ago) => [await daysAgo(ago), await daysAgo(ago)]))),
    ])
    expect((await confirm(maker, week!.statement_id)).status).toBe(statementStatus.office_confirmed)
    await maker.call(partnerStatement.cancel, { statement_id: days.at(-1)!.statement_id, reason: 'Chốt theo tuần' })
    expect(await prepareDue(office.db)).toBe(0)
    for (const n of [0, 1]) await periodOf(n, null)
  })

  test('prepares what a locked partner still sold, and no empty periods', async () => {
    await write((db) => sql`update day_close_config set prepare_at = '00:00'`.execute(db))
    const partner_id = partnerOf(0)
    const past_days = await Promise.all([6, 5, 4, 3, 2, 1].map(daysAgo))
    const sold_days = past_days.filter((day) =>
      orders.some((order) => order.partner_id === partner_id && order.day === day),
    )
    const [day] = sold_days
    const before = await daysAgo(7 - past_days.indexOf(day!))
    await maker.call(partnerStatement.prepare, { partner_id, from_date: before, to_date: before })
    await periodOf(0, 1)
    await write((db) => sql`update partner set status = 0 where partner_id = ${partner_id}`.execute(db))
    await prepareDue(office.db)
    const [, ...days] = (await prepared(0)).map(({ from_date }) => from_date)
    expect(days).toContain(day)
    expect(sold_days).toEqual(expect.arrayContaining(days))
    await write((db) => sql`update partner set status = 1 where partner_id = ${partner_id}`.execute(db))
    await periodOf(0, null)
  })

  test('waits for the set hour of the next day', async () => {
    await write((db) => sql`update day_close_config set prepare_at = '23:59'`.execute(db))
    await periodOf(0, 1)
    await prepare(0, 5, 3)
    const { rows } = await sql<{ is_late: boolean }>`select to_char(now(), 'HH24:MI') >= '23:59' as is_late`.execute(
      office.db,
    )
    expect(await prepareDue(office.db)).toBe(rows[0]!.is_late ? 2 : 1)
    await periodOf(0, null)
  })
})
