/** Queries of claims, and of prizes for the counter. */
import type * as z from 'zod/mini'
import { sql } from 'kysely'
import type { InputOf } from '#contract/call.ts'
import { one_plan } from '#server/database/pool.ts'
import { contains, inDays } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { rewardQuery, selectReward } from '#features/rewards/reward/reward.query.server.ts'
import { games_from, type Product } from '#features/results/product/product.contract.ts'
import {
  claimStatus,
  photoKind,
  ClaimableReward,
  type claims,
  type PayMethod,
  type ClaimStatus,
  type PhotoName,
} from './claim.contract.ts'
import { whyNotClaimed } from './claim.rules.ts'

/** SQL: the printed winning lines of reward `r`. A game's line is one ticket, whatever its number of combinations. */
const lines = sql<{ numbers: string; series: string | null; quantity: number }[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('numbers', l.numbers, 'series', l.series, 'quantity', case when r.category < ${sql.lit(games_from)} then l.quantity else 1 end) order by l.line_no), '[]')
  from order_line l where l.order_id = r.order_id and l.prizes is not null)`

/** SQL: the person who changed the receiver of reward `r`, where that person must not pay it. */
const watched_change = sql<
  number | null
>`case when r.net >= (select change_second_from from reward_config) then r.changed_by end`

/** Rewards with the further columns for the counter. */
function selectClaimable(db: Db, me: Me) {
  return (
    selectReward(rewardQuery(db, me, {}))
      .innerJoin('sale_order as so', 'so.order_id', 'r.order_id') // unscoped: the reward is within the scope
      .leftJoin('pos as s', 's.pos_id', 'so.pos_id') // unscoped: the reward is within the scope
      // unscoped: the reward is within the scope
      .leftJoin('reward_claim as c', (on) =>
        on.onRef('c.reward_id', '=', 'r.reward_id').on('c.status', '=', claimStatus.waiting),
      )
      .select(['so.ordered_at', 'c.claim_code', lines.as('lines'), watched_change.as('watched_change')])
      .select([
        sql<string>`coalesce(s.pos_name, '')`.as('pos_name'),
        sql<boolean>`r.net >= (select papers_from from reward_config)`.as('needs_papers'),
        sql<boolean>`r.claim_until < current_date`.as('is_overdue'),
      ])
  )
}

type ClaimableRow = NonNullable<Awaited<ReturnType<typeof findClaimable>>>

export function findClaimable(db: Db, me: Me, reward_id: number) {
  return selectClaimable(db, me).where('r.reward_id', '=', reward_id).modifyEnd(one_plan).executeTakeFirst()
}

/** The found prizes: claimable ones first, newest first. */
export async function findClaimables(db: Db, me: Me, keyword: string, limit: number) {
  const rows = await selectClaimable(db, me)
    .where(contains('r.search', keyword))
    .orderBy(sql`r.status in (1, 4)`, 'desc')
    .orderBy('r.open_date', 'desc')
    .orderBy('r.reward_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(claimableOf)
}

function claimableOf(row: ClaimableRow): z.input<typeof ClaimableReward> {
  const answer = { ...row, why_not: whyNotClaimed(row)?.message ?? null }
  return Object.fromEntries(
    Object.keys(ClaimableReward.shape).map((name) => [name, answer[name as keyof typeof answer]]),
  ) as z.input<typeof ClaimableReward>
}

type Filters = Pick<InputOf<typeof claims.list>, 'status' | 'from_date' | 'to_date' | 'keyword'>

export function claimQuery(db: Db, me: Me, { status, from_date, to_date, keyword }: Filters) {
  return db
    .selectFrom('reward_claim as c')
    .innerJoin('reward as r', 'r.reward_id', 'c.reward_id')
    .where(within(me, 'reward_claim', 'c'))
    .where(within(me, 'reward', 'r'))
    .where(({ or }) => or([contains('c.search', keyword), contains('r.search', keyword)]))
    .$if(status != null, (q) => q.where('c.status', '=', status!))
    .where(inDays('c.created_at', { from_date, to_date }))
}

export function selectClaim(query: ReturnType<typeof claimQuery>) {
  return query
    .leftJoin('draw_area as area', 'area.area_id', 'r.area_id')
    .leftJoin('app_user as maker', 'maker.user_id', 'c.created_by') // unscoped: only a name
    .leftJoin('app_user as decider', 'decider.user_id', 'c.decided_by') // unscoped: only a name
    .select(['c.claim_id', 'c.claim_code', 'c.reward_id', 'r.reward_code', 'r.order_id', 'r.tickets', 'r.prizes'])
    .select(['r.category', 'area.area_name', 'r.open_date', 'c.full_name', 'c.msisdn', 'r.gross', 'r.tax', 'r.fee'])
    .select([
      'c.amount',
      'c.pay_method',
      'c.transfer_ref',
      'c.status',
      'c.created_by',
      'maker.user_name as created_by_name',
    ])
    .select(['c.created_at', 'decider.user_name as decided_by_name', 'c.decided_at', 'c.decision_reason'])
    .select([watched_change.as('changed_by'), 'c.version'])
    .$narrowType<{ status: ClaimStatus; pay_method: PayMethod; category: Product }>()
}

export function findClaim(db: Db, me: Me, claim_id: number) {
  return selectClaim(claimQuery(db, me, {}))
    .where('c.claim_id', '=', claim_id)
    .modifyEnd(one_plan)
    .executeTakeFirst()
}

/** A claim with its printed lines and the addresses of its photos. */
export async function claimDetail(db: Db, me: Me, claim_id: number) {
  const row = await selectClaim(claimQuery(db, me, {}))
    .where('c.claim_id', '=', claim_id)
    .select(['maker.full_name as created_by_full_name', 'decider.full_name as decided_by_full_name'])
    .select(['c.paper_date', 'c.id_number', 'c.note', 'r.full_name as order_name', lines.as('lines')])
    .select(sql<{ numbers: string; series: string | null; quantity: number }[]>`c.papers`.as('papers'))
    .executeTakeFirst()
  if (!row) return undefined
  const photos = await db
    .selectFrom('reward_claim_photo')
    .select(['kind', 'image'])
    .where('claim_id', '=', claim_id)
    .execute()
  const imageOf = (name: PhotoName) => {
    const photo = photos.find(({ kind }) => kind === photoKind[name])
    return photo ? `/files/${photo.image}` : null
  }
  return {
    ...row,
    ticket_front: imageOf('ticket_front'),
    ticket_back: imageOf('ticket_back'),
    id_front: imageOf('id_front'),
    id_back: imageOf('id_back'),
  }
}
