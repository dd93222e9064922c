/** Proof of the prizes: recalculates every line and every total from the confirmed results, and compares them with the stored ones. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { ticketPlay } from '#features/results/product/game.rules.ts'
import { appraiser, type Appraiser, type ValuedLine } from '#features/results/prize/appraise.rules.ts'
import { runStatus } from './prize-run.contract.ts'
import { drawTerms, isReady, ticketFaceValue } from '#features/results/prize/prize-terms.server.ts'

export interface PrizeFinding {
  what: string
}

export interface PrizeProof {
  draws: number
  orders: number
  lines: number
  unsold: number
}

interface Range {
  from_date: string
  to_date: string
}

interface StoredLine extends ValuedLine {
  order_id: number
  line_no: number
  status: number
  order_reward: number
  reward: number
  tax: number
  /** Whether people already know of the difference, because the result was corrected after the prize was paid. */
  is_disputed: boolean
}

const batch_size = 20_000
const { lost, won, paying_reward, rewarded } = orderStatus

/** Verifies the draws of these days whose prizes are calculated. Calls `onFinding` for each difference. Writes nothing. */
export async function verifyPrizes(
  db: Db,
  { from_date, to_date }: Range,
  onFinding: (finding: PrizeFinding) => void,
): Promise<PrizeProof> {
  const { rows: runs } = await sql<{ period_id: number; period_code: string }>`
    select r.period_id, p.period_code from prize_run r join draw_period p using (period_id)
    where r.status = ${runStatus.done} and r.stock_done and p.open_date between ${from_date}::date and ${to_date}::date order by r.period_id`.execute(
    db,
  )
  const proof: PrizeProof = { draws: runs.length, orders: 0, lines: 0, unsold: 0 }
  for (const { period_id, period_code } of runs) {
    const report = (text: string) => onFinding({ what: `${period_code}: ${text}` })
    const draw = await drawTerms(db, period_id)
    if (!draw || !isReady(draw)) {
      report('đã tính thưởng nhưng không có kết quả hoặc bảng giải')
      continue
    }
    const appraise = appraiser(draw)
    proof.lines += await verifyLines(db, period_id, appraise, report)
    proof.unsold += await verifyUnsold(db, period_id, appraise, report)
    proof.orders += await verifySums(db, period_id, report)
  }
  return proof
}

type ReportFinding = (what: string) => void

async function verifyLines(db: Db, period_id: number, appraise: Appraiser, report: ReportFinding): Promise<number> {
  let count = 0
  for (let after = 0; ;) {
    const lines = await storedLines(db, period_id, after)
    if (lines.length === 0) return count
    count += lines.length
    after = lines.at(-1)!.order_id
    for (const line of lines) {
      const pay = appraise(line)
      const [reward, tax] = [pay?.gross ?? 0, pay?.tax ?? 0]
      if ((line.reward === reward && line.tax === tax) || line.is_disputed) continue
      const stored_text = `ghi ${line.reward} đ, thuế ${line.tax} đ`
      report(`đơn ${line.order_id} dòng ${line.line_no} ${stored_text}; tính lại ${reward} đ, thuế ${tax} đ`)
    }
  }
}

/** The lines of the next orders after this number, always of complete orders. */
async function storedLines(db: Db, period_id: number, after: number): Promise<StoredLine[]> {
  // unscoped: a proof of everything
  const { rows } = await sql<StoredLine>`
    with next as materialized (
      select order_id, status, reward from sale_order
      where period_id = ${period_id} and order_id > ${after}::bigint and status between ${lost} and ${rewarded}
      order by order_id limit ${batch_size}::integer)
    select n.order_id, n.status, n.reward as order_reward, l.*,
      n.status in (${paying_reward}, ${rewarded}) and exists (select from prize_change c where c.order_id = n.order_id) as is_disputed
    from next n, lateral (
      select line_no, play_type, numbers, series, quantity, reward, tax, ${ticketFaceValue(period_id)} as face_value
      from order_line l where order_id = n.order_id offset 0) l
    order by n.order_id, l.line_no`.execute(db)
  return rows
}

interface StoredUnsold {
  ticket_id: number
  number: string
  series: string
  quantity: number
  is_of_group: boolean
  face_value: number
  /** What is stored of its prize; 0 where nothing is. */
  gross: number
  tax: number
}

/** Returns the number of unsold tickets, whether they won or not. */
async function verifyUnsold(db: Db, period_id: number, appraise: Appraiser, report: ReportFinding): Promise<number> {
  let count = 0
  for (let after = 0; ;) {
    const tickets = await storedUnsold(db, period_id, after)
    if (tickets.length === 0) return count
    count += tickets.length
    after = tickets.at(-1)!.ticket_id
    for (const { ticket_id, number, series, quantity, is_of_group, face_value, gross, tax } of tickets) {
      const play_type = is_of_group ? ticketPlay.set : ticketPlay.single
      const pay = appraise({ play_type, numbers: number, series: series || null, quantity, face_value })
      if ((pay?.gross ?? 0) === gross && (pay?.tax ?? 0) === tax) continue
      report(
        `vé tồn ${number} (${ticket_id}) ghi ${gross} đ, thuế ${tax} đ; tính lại ${pay?.gross ?? 0} đ, thuế ${pay?.tax ?? 0} đ`,
      )
    }
  }
}

/** The next tickets after this number that are unsold or have a prize as such. */
async function storedUnsold(db: Db, period_id: number, after: number): Promise<StoredUnsold[]> {
  // unscoped: a proof of everything
  const { rows } = await sql<StoredUnsold>`
    select t.ticket_id, t.number, t.series, t.in_stock as quantity, t.ticket_group_id is not null as is_of_group, t.face_value,
      coalesce(u.gross, 0) as gross, coalesce(u.tax, 0) as tax
    from draw_period p join xskt_ticket t on t.open_date = p.open_date and t.area_id = p.area_id
    left join unsold_prize u on u.period_id = p.period_id and u.ticket_id = t.ticket_id
    where p.period_id = ${period_id} and t.ticket_id > ${after}::bigint and (t.in_stock > 0 or u.ticket_id is not null)
    order by t.ticket_id limit ${batch_size}::integer`.execute(db)
  return rows
}

/** Compares orders with their lines, and the totals of points of sale, stores and tiers with both. Returns the number of decided orders. */
async function verifySums(db: Db, period_id: number, report: ReportFinding): Promise<number> {
  // unscoped: a proof of everything
  const { rows } = await sql<{ what: string }>`
    with orders as materialized (
      select order_id, pos_id, coalesce(base_id, 0) as base_id, status, reward, reward_tax from sale_order
      where period_id = ${period_id} and status between ${won} and ${rewarded}),
    lines as materialized (
      select o.*, l.reward as line_reward, l.tax as line_tax, l.prizes from orders o, lateral (
        select reward, tax, prizes from order_line where order_id = o.order_id offset 0) l),
    wins as (
      select pos_id, base_id, w.tier, w.count, w.amount from lines, jsonb_to_recordset(prizes) w (tier text, count bigint, amount bigint)
      union all
      select 0, u.base_id, w.tier, w.count, w.amount
      from unsold_prize u, jsonb_to_recordset(u.prizes) w (tier text, count bigint, amount bigint) where u.period_id = ${period_id}),
    summed as (select pos_id, base_id, tier, sum(count) as prizes, sum(count * amount) as gross from wins group by 1, 2, 3),
    stored as (select pos_id, base_id, tier, prizes, gross from prize_total where period_id = ${period_id})
    select 'đơn ' || order_id || ' ghi ' || reward || ' đ, các dòng cộng lại ' || sum(line_reward) || ' đ' as what
      from lines group by order_id, reward, reward_tax having (reward, reward_tax) is distinct from (sum(line_reward), sum(line_tax))
    union all
    select 'điểm bán ' || pos_id || ', kho ' || base_id || ', hạng ' || tier || ': tổng ghi ' || coalesce(k.gross, 0) || ' đ, cộng lại ' || coalesce(s.gross, 0) || ' đ'
      from stored k full join summed s using (pos_id, base_id, tier) where (k.prizes, k.gross) is distinct from (s.prizes, s.gross)
    union all
    select 'đơn ' || o.order_id || ' đã hoàn thành mà chưa tính thưởng' from sale_order o
      where o.period_id = ${period_id} and o.status = ${orderStatus.done}`.execute(db)
  for (const { what } of rows) report(what)
  const orderCount = await sql<{ orders: number }>`
    select count(*) as orders from sale_order where period_id = ${period_id} and status between ${lost} and ${rewarded}`.execute(
    db,
  ) // unscoped: as above
  return orderCount.rows[0]!.orders
}
