/** Compares the figures of a statement with simple sums over random orders, and with the list of orders. */
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { transactions } from '#features/orders/order/transaction.contract.ts'
import { createOrders } from '#features/orders/intake/create-orders.server.ts'
import { checkBoard, playTypesOf } from '#features/results/product/game.rules.ts'
import { product } from '#features/results/product/product.contract.ts'
import { openPos, orderRequestOf } from '../../../testing/orders.ts'
import { isSale } from '../../../testing/sales.ts'
import { openPartners } from '../../../testing/statements.ts'
import { partnerPayment, paymentKinds } from '../partner-payment/partner-payment.contract.ts'
import { partnerStatement } from './partner-statement.contract.ts'

const world = await openPartners()
const { office, maker, second, orders, vendors, write, daysAgo, partnerOf, prepare, detail, sum, collectedOf, dueOf } =
  world
afterAll(() => world.office.close())
beforeEach(world.clear)

describe('the figures of a partner’s statement', () => {
  test('are the sums over the partner’s orders line by line, and each line links to exactly its orders', async () => {
    for (const [n, from, to] of [
      [0, 18, 18],
      [0, 17, 11],
      [1, 19, 2],
    ] as const) {
      const { statement_id, from_date, to_date, partner_id } = await prepare(n, from, to)
      const { figures, snapshot, as_of } = await detail(statement_id)
      const spanOrders = orders.filter(
        (order) => order.partner_id === partner_id && order.day >= from_date && order.day <= to_date,
      )
      const sold = spanOrders.filter(isSale)
      const lines = Map.groupBy(sold, (order) => `sale:${order.sold.category}:${vendors.get(order.order_id)}`)
      expect(figures.sales.map(({ line }) => line).sort()).toEqual([...lines.keys()].sort())
      for (const row of figures.sales) {
        const of_line = lines.get(row.line)!
        const expected = {
          orders: of_line.length,
          quantity: sum(of_line, ({ quantity }) => quantity),
          amount: sum(of_line, ({ amount }) => amount),
          fee: sum(of_line, ({ fee }) => fee),
          commission: sum(of_line, ({ commission }) => commission),
        }
        expect(row).toMatchObject({ ...expected, collected: sum(of_line, collectedOf), due: sum(of_line, dueOf) })
        const opened = await second.call(transactions.list, {
          partner_id,
          from_date,
          to_date,
          snapshot,
          is_sale: true,
          category: row.category,
          payment_vendor_id: row.payment_vendor_id,
        })
        expect(opened.total).toBe(expected.orders)
        expect(opened.sums).toMatchObject({
          amount: expected.amount,
          fee: expected.fee,
          commission: expected.commission,
        })
      }
      for (const { status, orders: order_count, amount } of figures.given_back) {
        const given_back = spanOrders.filter((order) => order.status === status)
        expect([order_count, amount]).toEqual([given_back.length, sum(given_back, (order) => order.amount + order.fee)])
      }
      expect(figures.due).toBe(sum(sold, dueOf))
      expect(figures.closing_debt).toBe(figures.opening_debt + figures.due - figures.paid)
      expect(Date.parse(as_of)).toBeGreaterThan(0)
    }
  })

  test('include earlier payments in the opening debt and those of its days as paid; deposits are separate', async () => {
    const pay = (kind: 1 | 2 | 3 | 4, amount: number) =>
      maker.call(partnerPayment.add, { partner_id: partnerOf(0), kind, amount, reason: 'Chuyển khoản' })
    await pay(paymentKinds.paid, 70_000)
    await pay(paymentKinds.deposited, 50_000)
    const { statement_id } = await prepare(0, 10, 4)
    expect((await detail(statement_id)).figures).toMatchObject({ opening_debt: 0, paid: 0, opening_deposit: 0 })
    // Moves the payments to another day.
    const postedOn = (days: number) =>
      write((db) =>
        sql`update partner_payment set posted_at = now() - make_interval(days => ${days}::integer)`.execute(db),
      )
    await postedOn(30)
    expect((await detail(statement_id)).figures).toMatchObject({
      opening_debt: -70_000,
      paid: 0,
      opening_deposit: 50_000,
    })
    await postedOn(6)
    const { figures } = await detail(statement_id)
    expect(figures).toMatchObject({ opening_debt: 0, paid: 70_000, opening_deposit: 0, closing_deposit: 50_000 })
    expect(figures.payments).toMatchObject([
      { kind: paymentKinds.paid, payments: 1, amount: 70_000 },
      { kind: paymentKinds.deposited, payments: 1, amount: 50_000 },
    ])
    const days = {
      from_date: await daysAgo(10),
      to_date: await daysAgo(4),
      partner_id: partnerOf(0),
      kind: paymentKinds.paid,
    }
    expect((await second.call(partnerPayment.list, days)).sums).toEqual({ amount: 70_000 })
  })

  test('use the commission rate of each order’s day when the rate changes within the period', async () => {
    const pos = await openPos(office)
    await write(async (db) => {
      const period = sql`insert into draw_period (category, open_date, period_code, open_at, return_until, stop_at, print_at, draw_at)
        values (${product.bingo18}, current_date, 'THU-DAI', now() - interval '9 days', now() + interval '1 hour', now() + interval '1 hour',
          now() + interval '70 minutes', now() + interval '80 minutes') returning period_id`
      const { period_id } = (await period.execute(db)).rows[0] as { period_id: number }
      for (const [rate, from, to] of [
        [700, 8, 5],
        [900, 4, 0],
      ] as const)
        await sql`insert into merchant_discount (partner_id, category, denomination, rate, from_date, to_date)
          values (${pos.partner_id}, ${product.bingo18}, 10000, ${rate}, current_date - ${from}::integer, current_date - ${to}::integer)`.execute(
          db,
        )
      for (const days of [6, 5, 4, 3]) {
        const { rows: moments } = await sql<{ at: string }>`
          select (current_date - ${days}::integer)::timestamptz + interval '9 hours' as at`.execute(db)
        const request = await orderRequestOf(office, pos, {
          category: product.bingo18,
          period_id,
          boards: [bingoBoard()],
        })
        const [order] = await createOrders(db, [{ ...request, ordered_at: moments[0]!.at }], moments[0]!.at)
        const { order_id } = order as { order_id: number }
        await sql`update sale_order set status = 2, paid_at = ordered_at where order_id = ${order_id}`.execute(db)
      }
    })
    const span = { partner_id: pos.partner_id, from_date: await daysAgo(7), to_date: await daysAgo(2) }
    const { statement_id } = await maker.call(partnerStatement.prepare, span)
    const { figures } = await detail(statement_id)
    expect(figures).toMatchObject({ orders: 4, amount: 40_000, commission: 700 + 700 + 900 + 900 })
    await write((db) => sql`update merchant_discount set rate = 1 where partner_id = ${pos.partner_id}`.execute(db))
    expect((await detail(statement_id)).figures).toEqual(figures)
  })
})

function bingoBoard() {
  for (const { play_type } of playTypesOf(product.bingo18))
    for (const numbers of ['1', '3', '1 1 1', '1 2 3', '10', 'L', 'Lớn']) {
      const board = { play_type, numbers, stake: 1 }
      const result = checkBoard(product.bingo18, board)
      if (!('error' in result) && result.lines === 1) return board
    }
  throw new Error('no board of Bingo18 is worth one line')
}
