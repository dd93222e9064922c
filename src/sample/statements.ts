/** The sample's partners: commission rates, statements of the last two weeks in several states, and payments. */
import { sql } from 'kysely'
import { actAs, staffMember, type SamplePerson } from './act.ts'
import {
  partnerPayment,
  paymentKinds,
  paymentStatus,
} from '#features/close/partner-payment/partner-payment.contract.ts'
import paymentService from '#features/close/partner-payment/partner-payment.server.ts'
import { partnerStatement } from '#features/close/partner-statement/partner-statement.contract.ts'
import statementService from '#features/close/partner-statement/partner-statement.server.ts'
import { opening_line } from '#features/close/partner-statement/statement.rules.ts'
import { product } from '#features/results/product/product.contract.ts'
import type { Db } from '#server/database/transaction.ts'

/** The first partners have individual rates from before the sample's sales; one rate rose last week, another will rise. */
export async function addDiscounts(
  db: Db,
  { partner_ids, created_by }: { partner_ids: readonly number[]; created_by: number },
): Promise<void> {
  const rates: [partner: number, category: number, rate: number, from: number, to: number | null][] = [
    [0, product.keno, 600, -60, -8],
    [0, product.keno, 700, -7, null],
    [0, product.south, 1_200, -60, null],
    [0, product.mega645, 650, 7, null],
    [1, product.keno, 650, -60, null],
    [2, product.south, 1_150, -60, null],
    [3, product.keno, 550, -200, -61],
  ]
  for (const [partner, category, rate, from, to] of rates)
    await sql`insert into merchant_discount (partner_id, category, denomination, rate, from_date, to_date, created_by)
      values (${partner_ids[partner]!}, ${category}, 10000, ${rate}, current_date + ${from}::integer, current_date + ${to}::integer, ${created_by})`.execute(
      db,
    )
}

interface Partner {
  partner_id: number
  user_id: number | null
}

/** Adds statements of the best-selling partners with an operator, starting with the sample operator's partner. */
export async function addStatements(db: Db): Promise<void> {
  const [maker, approver] = [await staffMember(db, 'ketoan'), await staffMember(db, 'duyetchi')]
  const prepares = actAs(db, statementService, maker)
  const office = actAs(db, statementService, approver)
  const { rows: partners } = await sql<Partner>`
    select partner_id, user_id from (
      select p.partner_id, u.user_id, u.user_name, (select count(*) from sale_order o where o.partner_id = p.partner_id) as orders
      from partner p left join lateral (
        select * from app_user u where u.partner_id = p.partner_id and u.status = 1 and u.deleted_at is null
        order by u.user_name <> 'daily', u.user_id limit 1) u on true
      where p.status = 1) partner
    where orders > 0 order by user_name = 'daily' desc nulls last, user_id is null, orders desc limit 6`.execute(db) // unscoped: at the start
  const { rows: days } = await sql<{ from_date: string; to_date: string }>`
    select current_date - 7 * n as from_date, current_date - 7 * n + 6 as to_date from generate_series(2, 1, -1) n`.execute(
    db,
  )
  for (const [n, { partner_id, user_id }] of partners.entries()) {
    await sql`update partner set debt_limit = ${5_000_000 * (6 - n)}, statement_period = 2 where partner_id = ${partner_id}`.execute(
      db,
    ) // unscoped: at the start
    await addPayments(db, { maker, approver }, partner_id, n)
    const operator = user_id === null ? null : actAs(db, statementService, { user_id, base_id: null, partner_id })
    const [firstRange, lastRange] = days as [(typeof days)[0], (typeof days)[0]]
    const { statement_id } = await prepares(partnerStatement.prepare, { partner_id, ...firstRange })
    if (operator === null || n === 4) continue
    if (n === 3) {
      await prepares(partnerStatement.cancel, { statement_id, reason: 'Lập nhầm kỳ, đại lý chốt theo tháng' })
      continue
    }
    await operator(partnerStatement.confirm, { statement_id })
    await office(partnerStatement.confirm, { statement_id })
    const nextStatement = await prepares(partnerStatement.prepare, { partner_id, ...lastRange })
    const key = { statement_id: nextStatement.statement_id }
    if (n === 0) {
      const dispute = { ...key, line: opening_line }
      await operator(partnerStatement.dispute, {
        ...dispute,
        note: 'Sổ của đại lý ghi đã nộp thêm một lần bằng tiền mặt.',
      })
      await office(partnerStatement.answer, { ...dispute, note: 'Đề nghị gửi số phiếu thu để kế toán đối chiếu.' })
    } else if (n === 1) await office(partnerStatement.confirm, key)
    else await operator(partnerStatement.confirm, key)
  }
}

async function addPayments(
  db: Db,
  { maker, approver }: { maker: SamplePerson; approver: SamplePerson },
  partner_id: number,
  n: number,
): Promise<void> {
  const [makes, decides] = [actAs(db, paymentService, maker), actAs(db, paymentService, approver)]
  const { paid, deposited } = paymentKinds
  const draft = { partner_id, reference: `PT${String(2_611 + n)}` }
  const deposit = await makes(partnerPayment.add, {
    ...draft,
    kind: deposited,
    amount: 10_000_000,
    reason: 'Ký quỹ mở điểm bán',
  })
  if (deposit.status === paymentStatus.waiting) await decides(partnerPayment.approve, deposit)
  const payment = await makes(partnerPayment.add, {
    ...draft,
    kind: paid,
    amount: 1_500_000 + n * 250_000,
    reason: 'Nộp tiền bán vé trong tuần',
  })
  if (payment.status === paymentStatus.waiting) await decides(partnerPayment.approve, payment)
  if (n !== 1) return
  // One payment waits for a second person.
  const { adjustment_second_from: amount } = await db
    .selectFrom('money_config')
    .select('adjustment_second_from')
    .executeTakeFirstOrThrow()
  await makes(partnerPayment.add, { ...draft, kind: deposited, amount, reason: 'Bổ sung ký quỹ cho điểm bán mới' })
}
