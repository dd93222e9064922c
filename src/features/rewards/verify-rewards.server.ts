/**
 * Proof of rewards: prizes, rewards, postings and payouts are equal, to the đồng.
 * unscoped: a proof covers everything
 */
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { orderStatus } from '#features/orders/order/order.contract.ts'
import { runStatus } from '#features/results/prize-run/prize-run.contract.ts'
import { payoutStatus } from '#features/wallets/payout/payout.contract.ts'
import { card_stock_code, counter_code, prize_fund_code } from '#features/wallets/money.server.ts'
import { claimStatus } from './claim/claim.contract.ts'
import { batchStatus, itemStatus } from './batch/batch.contract.ts'
import { rewardForm, rewardStatus } from './reward/reward.contract.ts'

export interface RewardProof {
  rewards: number
  /** The paid total in đồng. */
  paid: number
}

const { won, paying_reward, rewarded } = orderStatus
const { pushing, unknown, paid, revoked } = rewardStatus
const gateway_forms = [rewardForm.bank, rewardForm.momo, rewardForm.telecom]

/** Calls `onFinding` for each difference. Writes nothing. */
export async function verifyRewards(db: Db, onFinding: (message: string) => void): Promise<RewardProof> {
  for (const check of [
    ...rewardChecks(null),
    against_ledger,
    against_claims,
    receivers,
    inside_fund,
    inside_batches,
    against_cards,
    inside_cards,
  ])
    for (const { message } of (await check.execute(db)).rows) onFinding(message)
  const { rows } = await sql<RewardProof>`
    select count(*) as rewards, coalesce(sum(net) filter (where status = ${paid}), 0) as paid from reward`.execute(db)
  return rows[0]!
}

interface RewardFinding {
  message: string
}

/** SQL: the differences of the rewards of a day's draws, or of all with null. */
export const rewardChecks = (day: string | null): RawBuilder<RewardFinding>[] => [
  againstOrders(day),
  againstGateways(day),
]

const onDay = (day: string | null, column: string) =>
  day === null ? sql`true` : sql`${sql.ref(column)} = ${sql.lit(day)}::date`

/** Each winning order of a decided draw has one reward of its prize, in a state that fits the order's. */
const againstOrders = (day: string | null) => sql<RewardFinding>`
    select 'đơn ' || o.order_id || ' trúng ' || o.reward || ' đ mà không có khoản trả thưởng' as message
    from prize_run p join sale_order o using (period_id)
    where ${onDay(day, 'o.open_date')} and p.status = ${runStatus.done} and p.finished_at < now() - interval '10 minutes' and o.status between ${won} and ${rewarded} and o.status = ${won}
      and not exists (select from reward r where r.order_id = o.order_id and r.status <> ${revoked})
    union all
    select r.reward_code || ' ghi ' || r.gross || ' đ, thuế ' || r.tax || ' đ; đơn ' || o.order_id || ' ghi ' || o.reward || ' đ, thuế ' || o.reward_tax || ' đ'
    from reward r, lateral (select order_id, status, reward, reward_tax from sale_order where order_id = r.order_id offset 0) o
    where ${onDay(day, 'r.open_date')} and r.status <> ${revoked} and (r.gross, r.tax) is distinct from (o.reward, o.reward_tax)
    union all
    select r.reward_code || ' ở trạng thái ' || r.status || ' mà đơn ' || o.order_id || ' ở trạng thái ' || o.status
    from reward r, lateral (select order_id, status from sale_order where order_id = r.order_id offset 0) o
    where ${onDay(day, 'r.open_date')} and ((r.status = ${paid}) <> (o.status = ${rewarded}) or (r.status in (${pushing}, ${unknown})) <> (o.status = ${paying_reward}))`

/** Paid rewards are posted once, with tax and fee, and there are no other postings. */
const against_ledger = sql<RewardFinding>`
    with posted as (
      select split_part(ref, ':', 2)::integer as reward_id,
        sum(amount) filter (where ref !~ ':(tax|fee)(:|$)') as net, sum(amount) filter (where ref ~ ':tax(:|$)') as tax,
        sum(amount) filter (where ref ~ ':fee(:|$)') as fee
      from ledger_transfer where phase in (1, 3) and ref ~ '^reward:\\d{1,9}:\\d' group by 1)
    select coalesce(r.reward_code, 'giải ' || p.reward_id) || case when r.status = ${paid} then ' đã trả ' || r.net else ' chưa trả' end
      || ' đ; sổ cái ghi ' || coalesce(p.net, 0) || ' đ, thuế ' || coalesce(p.tax, 0) || ' đ, phí ' || coalesce(p.fee, 0) || ' đ' as message
    from (select * from reward where status = ${paid}) r full join posted p using (reward_id)
    where (r.net, r.tax, r.fee) is distinct from (coalesce(p.net, 0), coalesce(p.tax, 0), coalesce(p.fee, 0))`

/** Rewards paid at a counter have one claim of the same amount, and are posted by its way of payment: cash or bank. */
const against_claims = sql<RewardFinding>`
    with claimed as (
      select reward_id, count(*) as claims, sum(amount) as amount, min(case pay_method when 1 then ${counter_code} else 'bank:other' end) as code
      from reward_claim where status = ${claimStatus.paid} group by 1)
    select r.reward_code || ' ở trạng thái ' || r.status || ', hình thức ' || r.form || ', thực nhận ' || r.net || ' đ; có ' || coalesce(c.claims, 0)
      || ' lượt nhận tại quầy đã trả ' || coalesce(c.amount, 0) || ' đ' as message
    from reward r left join claimed c using (reward_id)
    where (r.status = ${paid} and r.form = ${rewardForm.counter}) is distinct from (c.claims = 1 and c.amount = r.net)
      and (c.claims is not null or (r.status = ${paid} and r.form = ${rewardForm.counter}))
    union all
    select r.reward_code || ' trả tại quầy, sổ cái ghi vào ' || coalesce(l.code, 'nơi khác') || ' thay vì ' || c.code
    from claimed c join reward r using (reward_id)
    left join ledger_transfer t on t.ref = 'reward:' || r.reward_id || ':' || r.try_count and t.phase = 1
    left join ledger_account l on l.account_id = t.to_account
    where l.code is distinct from c.code`

/** Paid rewards went into the winner's wallet, to the gateway of their form, or to a bank account of the business by hand; counters are checked with their claims. */
const receivers = sql<RewardFinding>`
    select r.reward_code || ' có hình thức ' || r.form || ', sổ cái ghi trả vào ' || l.code as message
    from reward r
    join ledger_transfer t on t.ref = 'reward:' || r.reward_id || ':' || r.try_count
    join ledger_account l on l.account_id = t.to_account
    left join wallet_account w using (msisdn)
    where r.status = ${paid} and l.code <> 'bank:other' and case r.form
      when ${rewardForm.wallet} then t.to_account <> w.ledger_id
      when ${rewardForm.bank} then l.code <> 'gateway:bank'
      when ${rewardForm.momo} then l.code <> 'gateway:momo'
      when ${rewardForm.telecom} then l.code <> 'gateway:telecom'
      when ${rewardForm.card} then l.code <> ${card_stock_code}
      else false end`

/** Payouts at gateways equal their rewards, once each. */
const againstGateways = (day: string | null) => sql<RewardFinding>`
    with orders as (
      select reward_id, count(*) filter (where status = ${payoutStatus.paid}) as paid, count(*) filter (where status in (${payoutStatus.unsent}, ${payoutStatus.sent})) as open,
        sum(amount) filter (where status = ${payoutStatus.paid}) as amount
      from payout where reward_id is not null group by 1)
    select r.reward_code || ' ở trạng thái ' || r.status || ', cổng có ' || coalesce(o.paid, 0) || ' lệnh đã chi (' || coalesce(o.amount, 0)
      || ' đ) và ' || coalesce(o.open, 0) || ' lệnh chưa xong' as message
    from reward r left join orders o using (reward_id)
    where ${onDay(day, 'r.open_date')} and (coalesce(o.paid, 0) > 1 or (coalesce(o.paid, 0) = 1 and (r.status <> ${paid} or o.amount <> r.net))
      or (r.status in (${pushing}, ${unknown}) and coalesce(o.open, 0) <> 1)
      or (r.status = ${paid} and r.payout_id is not null and r.form = any(${gateway_forms}::smallint[]) and coalesce(o.paid, 0) <> 1))`

/** Rewards paid in cards equal the value of their cards, and no other winner has a card. */
const against_cards = sql<RewardFinding>`
    with given as (select c.reward_id, sum(b.face_value) as worth from card c join card_batch b using (batch_id) where c.reward_id is not null group by 1)
    select r.reward_code || ' ở trạng thái ' || r.status || ', hình thức ' || r.form || ', thực nhận ' || r.net || ' đ, đã trao thẻ trị giá '
      || coalesce(g.worth, 0) || ' đ' as message
    from reward r left join given g using (reward_id)
    where case when r.form = ${rewardForm.card} and r.status = ${paid} then r.net else 0 end <> coalesce(g.worth, 0)`

/** The ledger's stock of cards equals the value of the cards that are not given. */
const inside_cards = sql<RewardFinding>`
    select 'sổ cái ghi kho thẻ ' || s.posted || ' đ; thẻ chưa trao trị giá ' || s.worth || ' đ' as message
    from (select coalesce((select -balance from ledger_account where code = ${card_stock_code}), 0) as posted,
      coalesce((select sum(b.face_value) from card c join card_batch b using (batch_id) where c.reward_id is null), 0) as worth) s
    where s.posted <> s.worth`

/** The holds on the fund equal the open payouts from it and the transfers in progress. */
const inside_fund = sql<RewardFinding>`
    select 'quỹ trả thưởng giữ ' || l.held || ' đ; giải đang đẩy cộng lại ' || s.pushing || ' đ, phiếu rút chờ duyệt ' || s.waiting || ' đ' as message
    from ledger_account l, lateral (
      select coalesce((select sum(net + tax + fee) from reward where status in (${pushing}, ${unknown}) and source_id = l.account_id), 0) as pushing,
        coalesce((select sum(a.amount) from wallet_adjustment a join reward_account f on f.account_id = a.reward_account_id
          where f.ledger_id = l.account_id and a.status = 1 and a.direction = -1), 0) as waiting) s
    where l.code = ${prize_fund_code} and l.held <> s.pushing + s.waiting`

/** A batch's account has the money of its open payouts and at most the cost of its open lines; its lines equal the states of their rewards. */
const inside_batches = sql<RewardFinding>`
    select 'lô ' || b.batch_code || ' giữ ' || l.held || ' đ, giải đang đẩy cộng lại ' || s.pushing || ' đ; còn ' || l.balance - l.held
      || ' đ cho ' || s.waiting || ' đ chưa gửi' as message
    from reward_batch b join ledger_account l on l.account_id = b.ledger_id, lateral (
      select coalesce((select sum(net + tax + fee) from reward where status in (${pushing}, ${unknown}) and source_id = l.account_id), 0) as pushing,
        coalesce((select sum(amount) from reward_batch_item i where i.batch_id = b.batch_id and i.status = ${itemStatus.waiting}), 0) as waiting) s
    where l.held <> s.pushing or (b.status = ${batchStatus.running} and l.balance - l.held < s.waiting)
      or (b.status = ${batchStatus.done} and b.finished_at < now() - interval '10 minutes' and l.balance > l.held)
    union all
    select b.batch_code || ' · ' || r.reward_code || ': dòng ở trạng thái ' || i.status || ' mà giải ở trạng thái ' || r.status
    from reward_batch_item i join reward_batch b using (batch_id) join reward r using (reward_id)
    where i.is_current and case i.status when ${itemStatus.pushing} then r.status <> ${pushing} when ${itemStatus.unknown} then r.status <> ${unknown}
      when ${itemStatus.paid} then r.status <> ${paid} else r.status in (${pushing}, ${unknown}, ${paid}) end`
