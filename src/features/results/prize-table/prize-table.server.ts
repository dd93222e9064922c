import { sql } from 'kysely'
import { whyNot } from '#contract/lifecycle.ts'
import { isHeadOffice } from '#contract/person.ts'
import { one_plan } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { refuse, type Fail } from '#server/fail.ts'
import { moveLocked } from '#server/record/move.ts'
import { clock_now } from '#server/record/change-columns.ts'
import { serve } from '#server/serve.ts'
import { hasRight } from '#server/session/session.ts'
import type { Product } from '#features/results/product/product.contract.ts'
import { enqueuePrizeRun } from '#features/results/prize-run/prize-run.server.ts'
import { runStatus } from '#features/results/prize-run/prize-run.contract.ts'
import { prizeTab } from '#features/settings/pages.contract.ts'
import { prizeTableLife, prizeTables, type PrizeTableRow, type PrizeTableStatus } from './prize-table.contract.ts'
import { tableFault } from './prize-table.rules.ts'

export default serve(prizeTables, {
  list: async ({ db, input: { category } }) => {
    const items = await tables(db)
      .where('t.category', '=', category)
      .orderBy('t.effective_from', 'desc')
      .orderBy('t.prize_table_id', 'desc')
      .execute()
    const taxes = await db
      .selectFrom('prize_tax')
      .select(['effective_from', 'threshold', 'rate', 'law'])
      .orderBy('effective_from', 'desc')
      .execute()
    return { items, taxes }
  },

  propose: async ({ db, me, input, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    const { category, amounts, flags, ...terms } = input
    const fault = tableFault(category, amounts)
    if (fault !== undefined) fail('request_invalid', { fields: { amounts: fault } })
    await lockTables(db)
    await assertNotDrawn(db, category, terms.effective_from, fail)
    const waiting = await tables(db).where('t.category', '=', category).where('t.status', '=', status.waiting).execute()
    if (waiting.length > 0) fail('request_pending', { message: 'Sản phẩm này đã có một bảng giải chờ duyệt.' })
    const { prize_table_id } = await db
      .insertInto('prize_table')
      .values({
        category,
        ...terms,
        amounts: JSON.stringify(amounts),
        flags: JSON.stringify(flags),
        created_by: me.user_id,
      })
      .returning('prize_table_id')
      .executeTakeFirstOrThrow()
    return (await tableOf(db, prize_table_id))!
  },

  confirm: async ({ db, me, input, enqueue, fail }) => {
    const table = await lockUnchanged(db, me, input, fail)
    refuse(whyNot(prizeTableLife.moves.confirm, table, me), fail)
    const { prize_table_id, category, effective_from } = table
    await assertNotDrawn(db, category, effective_from, fail)
    const of_that_day = tables(db).where('t.category', '=', category).where('t.effective_from', '=', effective_from)
    if (await of_that_day.where('t.status', '=', status.confirmed).executeTakeFirst())
      fail('action_invalid', { message: 'Đã có bảng giải áp dụng từ ngày này.' })
    const decision = { decided_by: me.user_id, decided_at: clock_now }
    await moveLocked(db, 'prize_table', { prize_table_id }, prizeTableLife.moves.confirm, decision)
    for (const period_id of await stuckDraws(db, category, effective_from))
      await enqueuePrizeRun(db, enqueue, period_id)
    return (await tableOf(db, prize_table_id))!
  },

  reject: async ({ db, me, input, fail }) => {
    const { prize_table_id, ...table } = await lockUnchanged(db, me, input, fail)
    const isOwn = table.created_by === me.user_id
    if (!isOwn && !prizeTab.approve.some((right) => hasRight(me, right))) fail('no_right')
    refuse(whyNot(prizeTableLife.moves.reject, table, null), fail)
    const decision = { decided_by: isOwn ? null : me.user_id, decided_at: clock_now, decision_reason: input.reason }
    await moveLocked(db, 'prize_table', { prize_table_id }, prizeTableLife.moves.reject, decision)
    return (await tableOf(db, prize_table_id))!
  },
})

const { status } = prizeTableLife

interface VersionInput {
  prize_table_id: number
  version: number
}

async function lockUnchanged(
  db: Db,
  me: Parameters<typeof isHeadOffice>[0],
  { prize_table_id, version }: VersionInput,
  fail: Fail<'no_right' | 'not_found' | 'changed_by_other'>,
): Promise<PrizeTableRow> {
  if (!isHeadOffice(me)) fail('no_right')
  await lockTables(db)
  const table = (await tableOf(db, prize_table_id)) ?? fail('not_found')
  if (table.version !== version) fail('changed_by_other', { current: table })
  return table
}

/** Serializes changes of prize tables with each other and with the start of prize runs: see `enqueuePrizeRun`. */
async function lockTables(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('prize_table'))`.execute(db)
}

/**
 * Refuses a table that begins before or on the day of the last draw with a prize run, because decided prizes do not change. A run that is stuck
 * waits for a table only where it has not decided anything yet.
 */
async function assertNotDrawn(
  db: Db,
  category: Product,
  from: string,
  fail: Fail<'period_already_drawn'>,
): Promise<void> {
  const { rows } = await sql<{ last: string | null }>`
    select max(p.open_date) as last from prize_run r join draw_period p using (period_id)
    where p.category = ${category} and (r.status <> ${runStatus.stuck} or r.orders > 0 or r.recounts)`.execute(db)
  const last_day = rows[0]!.last
  if (last_day !== null && from <= last_day)
    fail('period_already_drawn', {
      message: `Kỳ ngày ${last_day.split('-').reverse().join('/')} đã tính thưởng: bảng giải phải áp dụng từ ngày sau đó.`,
    })
}

/** Draws from this day on whose run is stuck without a table. */
async function stuckDraws(db: Db, category: Product, from: string): Promise<number[]> {
  const { rows } = await sql<{ period_id: number }>`
    select r.period_id from prize_run r join draw_period p using (period_id)
    where p.category = ${category} and p.open_date >= ${from}::date and r.status = ${runStatus.stuck}`.execute(db)
  return rows.map(({ period_id }) => period_id)
}

function tables(db: Db) {
  return db
    .selectFrom('prize_table as t')
    .leftJoin('app_user as maker', 'maker.user_id', 't.created_by') // unscoped: only a name
    .leftJoin('app_user as decider', 'decider.user_id', 't.decided_by') // unscoped: only a name
    .select([
      't.prize_table_id',
      't.category',
      't.effective_from',
      't.face_value',
      't.amounts',
      't.flags',
      't.claim_days',
    ])
    .select(['t.note', 't.status', 't.created_by', 'maker.user_name as created_by_name', 't.created_at'])
    .select(['decider.user_name as decided_by_name', 't.decided_at', 't.decision_reason', 't.version'])
    .$narrowType<{
      category: Product
      status: PrizeTableStatus
      amounts: PrizeTableRow['amounts']
      flags: PrizeTableRow['flags']
    }>()
}

function tableOf(db: Db, prize_table_id: number): Promise<PrizeTableRow | undefined> {
  return tables(db).where('t.prize_table_id', '=', prize_table_id).modifyEnd(one_plan).executeTakeFirst()
}
