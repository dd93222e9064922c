import type * as z from 'zod/mini'
import { sql } from 'kysely'
import { one_plan } from '#server/database/pool.ts'
import { contains } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { returnUntil } from '#features/results/period/period.query.server.ts'
import type { returnFilters } from './ticket-return.contract.ts'
import type { ReturnStatus } from './return-life.contract.ts'

type Filters = z.output<z.ZodMiniObject<typeof returnFilters>> & { keyword?: string | null | undefined }

/** The return slips in the scope of `me` that match the filters, with the contract's columns. */
export function selectReturns(db: Db, me: Me, filters: Filters) {
  const { keyword, area_id, open_date, base_id, status, from_date, to_date } = filters
  return db
    .selectFrom('ticket_return as r')
    .innerJoin('base_store as b', 'b.base_id', 'r.base_id') // unscoped: only the name of the store, joined to a slip within the scope
    .innerJoin('draw_area as a', 'a.area_id', 'r.area_id')
    .innerJoin('draw_period as p', 'p.period_id', 'r.period_id')
    .leftJoin('app_user as creator', 'creator.user_id', 'r.created_by') // unscoped: only a name
    .leftJoin('app_user as decider', 'decider.user_id', 'r.decided_by') // unscoped: only a name
    .select([
      'r.ticket_return_id',
      'r.return_code',
      'r.base_id',
      'b.base_name',
      'r.area_id',
      'a.area_name',
      'r.open_date',
    ])
    .select(['r.status', 'r.line_count', 'r.quantity', 'r.face_amount', 'r.amount', 'r.limit_rate', 'r.price_rate'])
    .select(['r.received', 'r.returned_before', 'r.reason', 'r.decision', 'r.created_by', 'r.created_at', 'r.version'])
    .select(['creator.user_name as created_by_name', 'decider.user_name as decided_by_name', 'r.decided_at'])
    .select(returnUntil('p', 'b').as('return_until'))
    .$narrowType<{ status: ReturnStatus }>()
    .where(within(me, 'ticket_return', 'r'))
    .where(({ or }) => or(['r.search', 'a.search', 'b.search'].map((name) => contains(name, keyword))))
    .$if(area_id != null, (q) => q.where('r.area_id', '=', area_id!))
    .$if(open_date != null, (q) => q.where('r.open_date', '=', open_date!))
    .$if(base_id != null, (q) => q.where('r.base_id', '=', base_id!))
    .$if(status != null, (q) => q.where('r.status', '=', status!))
    .$if(from_date != null, (q) => q.where('r.open_date', '>=', from_date!))
    .$if(to_date != null, (q) => q.where('r.open_date', '<=', to_date!))
}

export function findSlip(db: Db, me: Me, ticket_return_id: number) {
  return selectReturns(db, me, {})
    .where('r.ticket_return_id', '=', ticket_return_id)
    .modifyEnd(one_plan)
    .executeTakeFirst()
}

/** The slip with its people's full names. */
export function signedSlip(db: Db, me: Me, ticket_return_id: number) {
  return selectReturns(db, me, {})
    .select(['creator.full_name as created_by_full_name', 'decider.full_name as decided_by_full_name'])
    .where('r.ticket_return_id', '=', ticket_return_id)
    .modifyEnd(one_plan)
    .executeTakeFirst()
}

/** Locks the slip's own row until the transaction ends; `me` is null for the program itself. */
export function lockReturn(db: Db, me: Me | null, ticket_return_id: number) {
  return db
    .selectFrom('ticket_return as r')
    .selectAll('r')
    .$narrowType<{ status: ReturnStatus }>()
    .where('r.ticket_return_id', '=', ticket_return_id)
    .$if(me !== null, (query) => query.where(within(me!, 'ticket_return', 'r')))
    .forUpdate('r')
    .executeTakeFirst()
}

export type LockedReturn = NonNullable<Awaited<ReturnType<typeof lockReturn>>>

/** The lines of a slip. Unscoped: the caller has checked that the slip is within its scope. */
export function linesOf(db: Db, ticket_return_id: number) {
  return db
    .selectFrom('ticket_return_line as l')
    .select(['l.ticket_id', 'l.number', 'l.ticket_group_id', 'l.quantity', 'l.face_value', 'l.return_price'])
    .select(sql<string | null>`nullif(l.series, '')`.as('series'))
    .select(sql<number>`l.quantity::bigint * l.return_price`.as('amount'))
    .where('l.ticket_return_id', '=', ticket_return_id)
    .orderBy('l.number')
    .orderBy('l.series')
    .orderBy('l.ticket_id')
}
