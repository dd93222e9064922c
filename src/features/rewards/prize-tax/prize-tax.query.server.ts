/** Paid prizes with withheld tax, and their taxable amounts. */
import { sql } from 'kysely'
import type { InputOf } from '#contract/call.ts'
import type { Db } from '#server/database/transaction.ts'
import { contains, inDays } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import { claimStatus } from '#features/rewards/claim/claim.contract.ts'
import type { Product } from '#features/results/product/product.contract.ts'
import { rewardStatus, type RewardForm } from '#features/rewards/reward/reward.contract.ts'
import type { prizeTax } from './prize-tax.contract.ts'

type Filters = Pick<InputOf<typeof prizeTax.list>, 'from_date' | 'to_date' | 'category' | 'keyword'>

/** SQL: the tax rule of the draw's day. */
const terms = sql<{ threshold: number; rate: number }>`(
  select x.threshold, x.rate, x.per from prize_tax x where x.effective_from <= r.open_date order by x.effective_from desc limit 1)`

/** SQL: the amount above the threshold, per ticket; where the threshold is per prize, it is derived from the tax. */
const taxable = sql<number>`case terms.per when 'ticket'
  then (select coalesce(sum(l.reward - l.quantity * terms.threshold), 0) from order_line l where l.order_id = r.order_id and l.tax > 0)
  else r.tax * 10000 / terms.rate end`

/** SQL: the name of the person at the counter, otherwise of the receiving account. */
const full_name = sql<string | null>`coalesce(c.full_name, r.account_name, r.full_name)`
const msisdn = sql<string | null>`coalesce(c.msisdn, r.msisdn)`

export function taxedPrizes(db: Db, me: Me, { from_date, to_date, category, keyword }: Filters) {
  return (
    db
      .selectFrom('reward as r')
      .innerJoinLateral(sql<{ threshold: number; rate: number; per: string }>`${terms}`.as('terms'), (on) =>
        on.onTrue(),
      )
      .leftJoin('draw_area as area', 'area.area_id', 'r.area_id')
      // unscoped: the reward is within the scope
      .leftJoin('reward_claim as c', (on) =>
        on.onRef('c.reward_id', '=', 'r.reward_id').on('c.status', '=', claimStatus.paid),
      )
      .where(within(me, 'reward', 'r'))
      .where('r.status', '=', rewardStatus.paid)
      .where('r.tax', '>', 0)
      .where(({ or }) => or([contains('r.search', keyword), contains('c.search', keyword)]))
      .$if(category != null, (q) => q.where('r.category', '=', category!))
      .where(inDays('r.finished_at', { from_date, to_date }))
      .select(['r.reward_id', 'r.reward_code', full_name.as('full_name'), 'c.id_number', msisdn.as('msisdn')])
      .select(['r.category', 'area.area_name', 'r.open_date', sql<string>`r.finished_at::date`.as('paid_date')])
      .select(['r.tickets', 'r.prizes', 'terms.rate as tax_rate', 'r.gross', taxable.as('taxable'), 'r.tax', 'r.fee'])
      .select(['r.net', 'r.form'])
      .$narrowType<{ category: Product; form: RewardForm }>()
  )
}

/** Prizes grouped by winner: by identity papers, without them by phone number, without both by name. */
export function taxedWinners(db: Db, me: Me, filters: Filters) {
  const key = sql<string>`coalesce('g:' || id_number, 's:' || msisdn, 't:' || vn_fold(full_name), 'r:' || reward_id)`
  const sum = (column: 'gross' | 'taxable' | 'tax' | 'fee' | 'net') =>
    sql<number>`sum(${sql.ref(column)})::bigint`.as(column)
  return db
    .selectFrom(taxedPrizes(db, me, filters).as('p'))
    .select([key.as('winner_key'), sql<string | null>`max(full_name)`.as('full_name')])
    .select([sql<string | null>`max(id_number)`.as('id_number'), sql<string | null>`max(msisdn)`.as('msisdn')])
    .select(({ fn }) => fn.countAll<number>().as('prize_count'))
    .select([sum('gross'), sum('taxable'), sum('tax'), sum('fee'), sum('net')])
    .groupBy(key)
}
