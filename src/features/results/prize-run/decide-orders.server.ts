/** One batch of a prize run: reads the next orders, decides their lines, and writes their prizes in one statement. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import type { Appraiser, ValuedLine } from '#features/results/prize/appraise.rules.ts'
import type { PaidWin } from '#features/results/prize/pay.rules.ts'
import { ticketFaceValue } from '#features/results/prize/prize-terms.server.ts'

interface Run {
  period_id: number
  last_order_id: number
  recounts: boolean
}

interface Line extends ValuedLine {
  order_id: number
  line_no: number
  status: number
}

interface WonLine {
  order_id: number
  line_no: number
  reward: number
  tax: number
  prizes: readonly PaidWin[]
}

const { done, lost, won, paying_reward, rewarded } = orderStatus

/** Decides the next `batch_size` orders. Returns false when these were the last. The caller has locked the run. */
export async function decideOrders(db: Db, run: Run, appraise: Appraiser, batch_size: number): Promise<boolean> {
  const lines = await nextLines(db, run, batch_size)
  if (lines.length === 0) return false
  const won_lines: WonLine[] = []
  for (const line of lines) {
    const pay = appraise(line)
    if (pay)
      won_lines.push({
        order_id: line.order_id,
        line_no: line.line_no,
        reward: pay.gross,
        tax: pay.tax,
        prizes: pay.prizes,
      })
  }
  const order_ids = lines.flatMap(({ order_id }, index) => (lines[index - 1]?.order_id === order_id ? [] : order_id))
  await write(db, run.period_id, order_ids, won_lines)
  if (run.recounts) await recordPrizeChanges(db, run.period_id, lines, won_lines)
  return order_ids.length === batch_size
}

/** The lines of the next orders in the state done; after a corrected result also of those that were decided before. */
async function nextLines(db: Db, { period_id, last_order_id, recounts }: Run, batch_size: number): Promise<Line[]> {
  const statuses = recounts ? [done, lost, paying_reward, rewarded] : [done]
  // unscoped: all orders of a draw are decided. `offset 0` makes the planner read the lines by key, even in a new month without statistics.
  const { rows } = await sql<Line>`
    with next as materialized (
      select order_id, status from sale_order
      where period_id = ${period_id} and order_id > ${last_order_id}::bigint and status = any(${statuses}::smallint[])
      order by order_id limit ${batch_size}::integer)
    select n.order_id, n.status, l.line_no, l.play_type, l.numbers, l.series, l.quantity, l.face_value
    from next n, lateral (
      select line_no, play_type, numbers, series, quantity, ${ticketFaceValue(period_id)} as face_value
      from order_line l where order_id = n.order_id offset 0) l
    order by n.order_id, l.line_no`.execute(db)
  return rows
}

/** Writes states, prizes and totals. An order that left its state meanwhile, because a fault was reported, is not changed. */
async function write(db: Db, period_id: number, order_ids: number[], won_lines: WonLine[]): Promise<void> {
  const [first_id, last_id] = [order_ids[0]!, order_ids.at(-1)!]
  // unscoped: as above. The range of order numbers limits the partitions.
  await sql`
    with won as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(won_lines)}::jsonb)
        x (order_id bigint, line_no smallint, reward bigint, tax bigint, prizes jsonb)),
    by_order as materialized (select order_id, sum(reward) as reward, sum(tax) as tax from won group by 1),
    moved as (
      update sale_order o set status = case when x.reward is null then ${sql.lit(lost)} else ${sql.lit(won)} end::smallint,
        reward = coalesce(x.reward, 0), reward_tax = coalesce(x.tax, 0), version = o.version + 1
      from (select order_id, w.reward, w.tax from unnest(${order_ids}::bigint[]) i (order_id) left join by_order w using (order_id)) x
      where o.order_id = x.order_id and o.order_id between ${first_id}::bigint and ${last_id}::bigint
        and (o.status = ${done} or (o.status = ${lost} and x.reward is not null))
      returning o.order_id, o.pos_id, coalesce(o.base_id, 0) as base_id, o.reward, o.reward_tax),
    lined as (
      update order_line l set reward = w.reward, tax = w.tax, prizes = w.prizes
      from won w join moved m using (order_id)
      where l.order_id = w.order_id and l.line_no = w.line_no and l.order_id between ${first_id}::bigint and ${last_id}::bigint),
    summed as (
      insert into prize_total as t (period_id, pos_id, base_id, tier, prizes, gross)
      select ${period_id}::integer, m.pos_id, m.base_id, p.tier, sum(p.count), sum(p.count * p.amount)
      from moved m join won w using (order_id), jsonb_to_recordset(w.prizes) p (tier text, count bigint, amount bigint)
      group by 2, 3, 4
      on conflict (period_id, pos_id, base_id, tier) do update set prizes = t.prizes + excluded.prizes, gross = t.gross + excluded.gross)
    update prize_run r set last_order_id = ${last_id}::bigint, orders = r.orders + s.orders, won_orders = r.won_orders + s.won_orders,
      gross = r.gross + s.gross, tax = r.tax + s.tax
    from (select count(*) as orders, count(*) filter (where reward > 0) as won_orders, coalesce(sum(reward), 0) as gross,
        coalesce(sum(reward_tax), 0) as tax from moved) s
    where r.period_id = ${period_id}`.execute(db)
}

/** Records the differences by a corrected result: the new prizes of former winners, and the orders that win only now. */
async function recordPrizeChanges(db: Db, period_id: number, lines: Line[], won_lines: WonLine[]): Promise<void> {
  const after = new Map<number, number>()
  for (const { order_id, reward } of won_lines) after.set(order_id, (after.get(order_id) ?? 0) + reward)
  const orders = [...new Map(lines.map(({ order_id, status }) => [order_id, status]))].map(([order_id, status]) => ({
    order_id,
    status,
    after: after.get(order_id) ?? 0,
  }))
  await sql`
    with decided as (
      select * from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb) x (order_id bigint, status smallint, after bigint)),
    known as (
      update prize_change c set after = d.after from decided d, prize_run r
      where r.period_id = ${period_id} and c.order_id = d.order_id and c.taken_at = r.revoked_at returning c.order_id)
    insert into prize_change (period_id, order_id, status, before, after, taken_at)
    select ${period_id}, d.order_id, d.status, 0, d.after, r.revoked_at from decided d, prize_run r
    where r.period_id = ${period_id} and d.after > 0 and d.order_id not in (select order_id from known)`.execute(db)
}
