/** Test helpers for partners' statements: two partners with random orders of the last weeks, their operators, and two people of the head office. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { partnerStatementPage } from '#features/close/pages.contract.ts'
import { partnerStatement } from '#features/close/partner-statement/partner-statement.contract.ts'
import { transactionPage } from '#features/orders/pages.contract.ts'
import { openOffice, type Person } from './office.ts'
import { makeOrder, moveOrders, openMarket, type Draw, type MadeOrder } from './sales.ts'
import { dayFromNow } from './tickets.ts'

export const statement_rights = [...partnerStatementPage.rights, ...transactionPage.rights]

/** `maker` prepares statements and `second` confirms them; `operators` are those of the two partners of the market. */
export async function openPartners() {
  const office = await openOffice()
  const { write } = office
  const market = await openMarket(office)
  const maker = await office.hire(statement_rights)
  const second = await office.hire(statement_rights)
  const operators = await Promise.all(
    market.partners.map((partner_id) => office.hire(statement_rights, { partner_id })),
  )
  const { rows } = await sql<{ payment_vendor_id: number; is_cash: boolean }>`
    select payment_vendor_id, vendor_code = 'POS' as is_cash from payment_vendor where vendor_code <> 'WALLET' order by 1`.execute(
    office.db,
  )
  const cash = rows.find(({ is_cash }) => is_cash)!.payment_vendor_id
  const outside = rows.find(({ is_cash }) => !is_cash)!.payment_vendor_id
  const orders: MadeOrder[] = []
  /** payment_vendor_id by order_id */
  const vendors = new Map<number, number>()
  let drawn = 0
  /** Deterministic for the seed of the run. */
  const draw: Draw = (limit) =>
    fc.sample(fc.nat(limit - 1), { numRuns: 1, seed: (fc.readConfigureGlobal().seed ?? 1) + drawn++ })[0]!

  /** Creates `count` orders in the last weeks and moves each up to `steps` statuses on. */
  async function addOrders(count: number, steps: number): Promise<MadeOrder[]> {
    const fresh: MadeOrder[] = []
    await write(async (db) => {
      for (let n = 0; n < count; n++) {
        const order = await makeOrder(db, market, draw)
        const vendor = draw(3) === 0 ? outside : cash
        vendors.set(order.order_id, vendor)
        await sql`update sale_order set payment_vendor_id = ${vendor} where order_id = ${order.order_id}`.execute(db)
        fresh.push(order)
      }
    })
    for (let step = 0; step < steps; step++) await advance(fresh)
    orders.push(...fresh)
    return fresh
  }

  const advance = (to_advance: readonly MadeOrder[]) =>
    write(async (db) => {
      for (const [order, status] of await moveOrders(db, to_advance, draw)) order.status = status
    })

  const daysAgo = (days: number) => dayFromNow(office.db, -days)
  const partnerOf = (n: number) => market.partners[n]!
  const prepare = async (n: number, from: number, to: number) =>
    maker.call(partnerStatement.prepare, {
      partner_id: partnerOf(n),
      from_date: await daysAgo(from),
      to_date: await daysAgo(to),
    })
  const detail = (statement_id: number, person = second) => person.call(partnerStatement.detail, { statement_id })
  const confirm = (person: Person, statement_id: number) => person.call(partnerStatement.confirm, { statement_id })
  const confirmBoth = async (n: number, statement_id: number) => {
    await confirm(operators[n]!, statement_id)
    return confirm(second, statement_id)
  }
  const codeOf = async (person: Person, call: Parameters<Person['raw']>[0], input: object) =>
    (await person.raw(call, input as Record<string, unknown>)).body.error.code

  const sum = (summedOrders: readonly MadeOrder[], amountOf: (order: MadeOrder) => number) =>
    summedOrders.reduce((total, order) => total + amountOf(order), 0)
  const collectedOf = (order: MadeOrder) => (vendors.get(order.order_id) === cash ? order.amount + order.fee : 0)
  const dueOf = (order: MadeOrder) => collectedOf(order) - order.commission
  /** Deletes all statements and payments, because a partner's statements have to be consecutive and each test starts its own series. */
  const clear = () =>
    write(async (db) => {
      for (const table of ['partner_statement_note', 'partner_statement', 'partner_payment'])
        await sql`delete from ${sql.table(table)}`.execute(db)
    })
  async function ledgerDebt(partner_id: number): Promise<number> {
    const { rows: accounts } = await sql<{ debt: number }>`
      select coalesce(sum(-balance), 0)::bigint as debt from ledger_account where code = ${`agent:${partner_id}`}`.execute(
      office.db,
    )
    return accounts[0]!.debt
  }
  await addOrders(400, 4)
  const people = { office, market, maker, second, operators, orders, vendors }
  const setup = { write, addOrders, advance, clear, daysAgo, partnerOf }
  const acts = { prepare, detail, confirm, confirmBoth, codeOf, ledgerDebt }
  return { ...people, ...setup, ...acts, sum, collectedOf, dueOf }
}
