/**
 * Proofs of the tickets in stores, of the day's draws, and of their prizes.
 * unscoped: a proof covers everything
 */
import { sql } from 'kysely'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { runStatus } from '#features/results/prize-run/prize-run.contract.ts'
import { resultStatus } from '#features/results/result/drawn-numbers.contract.ts'
import { rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { rewardChecks } from '#features/rewards/verify-rewards.server.ts'
import { stockChecks } from '#features/tickets/stock/verify-stock.server.ts'
import { eventKind } from '#features/close/day-close/day-close.contract.ts'
import type { ProofQuery } from './proof-query.server.ts'

export const stockProof: ProofQuery = {
  facts: (day) => sql`
    select count(*) as stocks, coalesce(sum(imported), 0) as imported, coalesce(sum(sold), 0) as sold, coalesce(sum(return_pending), 0) as held,
      coalesce(sum(returned), 0) as returned, coalesce(sum(transferred), 0) as transferred,
      coalesce(sum(coalesce(t.in_stock, s.in_stock)), 0) as unsold
    from stock s left join (
      select area_id, base_id, sum(in_stock) as in_stock from xskt_ticket where open_date = ${sql.lit(day)}::date group by 1, 2) t using (area_id, base_id)
    where s.open_date = ${sql.lit(day)}::date`,
  lines: (day) => sql`
    select a.area_name || ' · ' || b.base_name as name,
      jsonb_build_array(s.imported, s.sold, s.return_pending, s.returned, s.transferred, s.in_stock) as values
    from stock s join draw_area a using (area_id) join base_store b using (base_id)
    where s.open_date = ${sql.lit(day)}::date order by a.area_name, b.base_name limit 300`,
  findings: (day) =>
    stockChecks(day).map(
      (check) => sql`
        select f.area_id || ':' || f.base_id || ':' || md5(f.what) as key, a.area_name || ' · ' || b.base_name || ': ' || f.what as title, 0 as amount,
          '/bao-cao-lich-su-kho-ve?from_date=' || f.open_date || '&to_date=' || f.open_date as link
        from (${check}) f join draw_area a using (area_id) join base_store b using (base_id)`,
    ),
}

const { refunding } = orderStatus

/** SQL: the draws of the day, with whether the result is confirmed, and open refunds. */
export const drawSources = (day: string) => [
  sql`draws as materialized (
    select p.period_id, p.period_code, p.cancelled_at is not null as is_cancelled, r.status is not distinct from ${sql.lit(resultStatus.confirmed)} as is_confirmed,
      o.orders, o.owed, coalesce(s.sold, 0) as stock
    from draw_period p left join draw_result r using (period_id)
    cross join lateral (
      select count(*) as orders, count(*) filter (where is_sale(status) or status = ${sql.lit(refunding)}) as owed
      from sale_order where period_id = p.period_id and paid_at is not null) o
    left join lateral (
      select sum(imported) as sold from stock where open_date = p.open_date and area_id = p.area_id) s on true
    where p.open_date = ${sql.lit(day)}::date)`,
]

const is_idle = sql`not is_confirmed and not is_cancelled and orders = 0 and stock = 0`

export const drawsProof: ProofQuery = {
  facts: (day) => sql`
    select count(*) as draws, count(*) filter (where is_confirmed and not is_cancelled) as confirmed,
      count(*) filter (where is_cancelled and owed = 0) as given_back, count(*) filter (where ${is_idle}) as idle,
      (select count(*) from draw_result r join draw_period p using (period_id) where r.confirmed_at >= ${sql.lit(day)}::date and r.confirmed_at < ${sql.lit(day)}::date + 1
        and exists (select from day_close_event e where e.day = p.open_date and e.kind = ${sql.lit(eventKind.closed)} and e.at < r.confirmed_at)) as corrected
    from draws`,
  findings: () => [
    sql`select 'draw:' || period_id as key, case when is_cancelled then 'Kỳ ' || period_code || ' đã hủy, còn ' || owed || ' đơn chưa hoàn xong'
          else 'Kỳ ' || period_code || ' chưa có kết quả được xác nhận' end as title, 1 as amount,
        '/danh-sach-ky?keyword=' || period_code as link
      from draws where case when is_cancelled then owed > 0 else not is_confirmed and not (${is_idle}) end`,
  ],
}

const { waiting, pushing, unknown, paid, failed, revoked, expired } = rewardStatus
const hasStatus = (...states: number[]) => sql`r.status in (${sql.join(states.map((state) => sql.lit(state)))})`

export const prizesProof: ProofQuery = {
  facts: (day) => sql`
    select w.won, w.orders, (
        select coalesce(sum(net), 0) from reward where status = ${sql.lit(paid)} and open_date < ${sql.lit(day)}::date
          and finished_at >= ${sql.lit(day)}::date and finished_at < ${sql.lit(day)}::date + 1) as older_paid, r.* from (
      select coalesce(sum(o.reward), 0) as won, count(*) as orders from draws d join sale_order o using (period_id)
      where o.status between ${sql.lit(orderStatus.won)} and ${sql.lit(orderStatus.rewarded)}) w, (
      select coalesce(sum(r.gross) filter (where ${hasStatus(waiting)}), 0) as waiting, coalesce(sum(r.gross) filter (where ${hasStatus(pushing)}), 0) as pushing,
        coalesce(sum(r.gross) filter (where ${hasStatus(unknown)}), 0) as unknown, coalesce(sum(r.gross) filter (where ${hasStatus(failed)}), 0) as failed,
        coalesce(sum(r.gross) filter (where ${hasStatus(expired)}), 0) as expired, coalesce(sum(r.net) filter (where ${hasStatus(paid)}), 0) as paid,
        coalesce(sum(r.tax + r.fee) filter (where ${hasStatus(paid)}), 0) as kept, count(*) filter (where not (${hasStatus(paid, revoked)})) as open
      from reward r where r.open_date = ${sql.lit(day)}::date and r.status <> ${sql.lit(revoked)}) r`,
  findings: (day) => [
    ...rewardChecks(day).map(
      (check) =>
        sql`select md5(message) as key, message as title, 0 as amount, '/lich-su-tra-thuong?from_date=' || ${day}::text || '&to_date=' || ${day}::text as link from (${check}) f`,
    ),
    sql`select 'posted:' || reward_id as key, reward_code || ' đã trả ' || net || ' đ, sổ cái ghi ' || coalesce(posted, 0) || ' đ' as title,
        net - coalesce(posted, 0) as amount, '/lich-su-tra-thuong?keyword=' || reward_code as link
      from (
        select r.reward_id, r.reward_code, r.net, (select sum(t.amount) from ledger_transfer t where t.phase in (1, 3) and t.ref = any (array[
          'reward:' || r.reward_id || ':' || r.try_count, 'reward:' || r.reward_id || ':' || r.try_count || ':paid'])) as posted
        from reward r where r.open_date = ${sql.lit(day)}::date and r.status = ${sql.lit(paid)}) p
      where posted is distinct from net`,
    sql`select 'run:' || d.period_id as key, 'Kỳ ' || d.period_code || ' đã có kết quả mà chưa tính xong thưởng' as title, d.orders as amount,
        '/danh-sach-ket-qua?keyword=' || d.period_code as link
      from draws d left join prize_run p using (period_id)
      where d.is_confirmed and not d.is_cancelled and d.owed > 0 and p.status is distinct from ${sql.lit(runStatus.done)}`,
  ],
}
