import type * as z from 'zod/mini'
import { sql } from 'kysely'
import { one_plan } from '#server/database/pool.ts'
import { contains } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { approval_block } from '#features/tickets/approval.server.ts'
import { stockStatus } from '#features/tickets/stock/stock-life.contract.ts'
import { ticketGroupStatus, type groupSlipFilters, type StoredTicketGroupStatus } from './ticket-group.contract.ts'
import type { TicketGroupKind } from './ticket-group.rules.ts'

type ImportFilters = z.output<z.ZodMiniObject<typeof groupSlipFilters>> & { keyword?: string | null | undefined }

/**
 * The ticket groups that `me` may see as the contract answers them, with sales and the state that follows from them.
 */
export function ticketGroups(db: Db, me: Me) {
  const withTickets = db
    .selectFrom('ticket_group as g')
    .innerJoin('ticket_group_import as i', 'i.ticket_group_import_id', 'g.ticket_group_import_id') // unscoped: only the code of the slip, joined to a group within the scope
    .innerJoin('draw_period as p', 'p.period_id', 'i.period_id')
    .innerJoin('base_store as b', 'b.base_id', 'g.base_id') // unscoped: only the name of the store, joined to a group within the scope
    .innerJoin('draw_area as a', 'a.area_id', 'g.area_id')
    .leftJoin('stock as s', (join) =>
      join
        .onRef('s.open_date', '=', 'g.open_date')
        .onRef('s.area_id', '=', 'g.area_id')
        .onRef('s.base_id', '=', 'g.base_id'),
    ) // unscoped: only the state of the stock, joined to a group within the scope
    .leftJoin('app_user as creator', 'creator.user_id', 'g.created_by') // unscoped: only a name
    .leftJoin('app_user as editor', 'editor.user_id', 'g.updated_by') // unscoped: only a name
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('xskt_ticket as t') // unscoped: tickets of a group within the scope
          .select([
            sql<number>`coalesce(sum(t.sold), 0)`.as('sold'),
            sql<number>`coalesce(sum(t.in_stock), 0)`.as('in_stock'),
            sql<number>`coalesce(sum(t.return_pending), 0)`.as('return_pending'),
          ])
          .whereRef('t.ticket_group_id', '=', 'g.ticket_group_id')
          .whereRef('t.open_date', '=', 'g.open_date')
          .whereRef('t.base_id', '=', 'g.base_id')
          .as('m'),
      (join) => join.onTrue(),
    )
    .select(['g.ticket_group_id', 'g.group_code', 'g.ticket_group_import_id', 'i.import_code', 'g.base_id'])
    .select(['b.base_name', 'g.area_id', 'a.area_name', 'g.open_date', 'g.kind', 'g.number', 'g.series_count'])
    .select(['g.quantity', 'g.price'])
    .select(['g.images', 'g.created_by', 'creator.user_name as created_by_name', 'g.created_at'])
    .select(['editor.user_name as updated_by_name', 'g.updated_at', 'g.version', 'g.search'])
    .select(['m.sold', 'm.in_stock'])
    .select(
      sql<
        (typeof ticketGroupStatus)[keyof typeof ticketGroupStatus]
      >`case when g.status <> ${ticketGroupStatus.on_sale} then g.status
        when m.return_pending > 0 then ${ticketGroupStatus.return_pending} when m.in_stock = 0 and m.sold = 0 then ${ticketGroupStatus.returned}
        when s.status = ${stockStatus.calculated} then ${ticketGroupStatus.calculated} when m.in_stock = 0 then ${ticketGroupStatus.sold_out}
        when clock_timestamp() >= p.stop_at then ${ticketGroupStatus.unsold} else ${ticketGroupStatus.on_sale} end`.as(
        'status',
      ),
    )
    .where(within(me, 'ticket_group', 'g'))
  return db
    .selectFrom(withTickets.as('g'))
    .select(['g.ticket_group_id', 'g.group_code', 'g.ticket_group_import_id', 'g.import_code', 'g.base_id'])
    .select(['g.base_name', 'g.area_id', 'g.area_name', 'g.open_date', 'g.kind', 'g.number', 'g.series_count'])
    .select(['g.quantity', 'g.price'])
    .select(['g.images', 'g.created_by', 'g.created_by_name', 'g.created_at', 'g.updated_by_name', 'g.updated_at'])
    .select(['g.version', 'g.status'])
    .select((eb) => [eb.ref('g.sold').$notNull().as('sold'), eb.ref('g.in_stock').$notNull().as('in_stock')])
    .$narrowType<{ kind: TicketGroupKind }>()
}

export function findTicketGroup(db: Db, me: Me, ticket_group_id: number) {
  return ticketGroups(db, me).where('g.ticket_group_id', '=', ticket_group_id).modifyEnd(one_plan).executeTakeFirst()
}

/** Locks the group's own row until the transaction ends; undefined when `me` may not see it. */
export function lockTicketGroup(db: Db, me: Me, ticket_group_id: number) {
  return db
    .selectFrom('ticket_group')
    .selectAll()
    .$narrowType<{ kind: TicketGroupKind; status: StoredTicketGroupStatus }>()
    .where('ticket_group_id', '=', ticket_group_id)
    .where(within(me, 'ticket_group'))
    .forUpdate()
    .executeTakeFirst()
}

export type LockedTicketGroup = NonNullable<Awaited<ReturnType<typeof lockTicketGroup>>>

/** Base query of the slips of ticket groups in the scope of `me` that match the list's filters, without columns. */
export function groupSlipQuery(db: Db, me: Me, { keyword, area_id, open_date, base_id, status }: ImportFilters) {
  return db
    .selectFrom('ticket_group_import as i')
    .where(within(me, 'ticket_group_import', 'i'))
    .where(contains('i.search', keyword))
    .$if(area_id != null, (q) => q.where('i.area_id', '=', area_id!))
    .$if(open_date != null, (q) => q.where('i.open_date', '=', open_date!))
    .$if(base_id != null, (q) => q.where('i.base_id', '=', base_id!))
    .$if(status != null, (q) => q.where('i.status', '=', status!))
}

/** Adds the contract's columns. */
export function selectGroupSlip(query: ReturnType<typeof groupSlipQuery>) {
  return query
    .innerJoin('base_store as b', 'b.base_id', 'i.base_id') // unscoped: only the name of the store, joined to a slip within the scope
    .innerJoin('draw_area as a', 'a.area_id', 'i.area_id')
    .leftJoin('app_user as creator', 'creator.user_id', 'i.created_by') // unscoped: only a name
    .leftJoin('app_user as approver', 'approver.user_id', 'i.approved_by') // unscoped: only a name
    .leftJoin('app_user as editor', 'editor.user_id', 'i.updated_by') // unscoped: only a name
    .select([
      'i.ticket_group_import_id',
      'i.import_code',
      'i.base_id',
      'b.base_name',
      'i.area_id',
      'a.area_name',
      'i.open_date',
    ])
    .select(approval_block.as('blocked'))
    .select(['i.status', 'i.set_count', 'i.quantity', 'i.amount', 'i.reason', 'i.note', 'i.created_by', 'i.created_at'])
    .select([
      'creator.user_name as created_by_name',
      'approver.user_name as approved_by_name',
      'i.approved_at',
      'i.changed_by',
    ])
    .select(['editor.user_name as updated_by_name', 'i.updated_at', 'i.version'])
    .$narrowType<{ status: 1 | 3 | 7 }>()
}

export function findGroupSlip(db: Db, me: Me, ticket_group_import_id: number) {
  return selectGroupSlip(groupSlipQuery(db, me, {}))
    .where('i.ticket_group_import_id', '=', ticket_group_import_id)
    .modifyEnd(one_plan)
    .executeTakeFirst()
}

/** The slip's own row without a lock, for a dry run; undefined when `me` may not see it. */
export function findStoredGroupSlip(db: Db, me: Me, ticket_group_import_id: number) {
  return groupSlipRow(db, me, ticket_group_import_id).executeTakeFirst()
}

/** Locks the slip's own row until the transaction ends; undefined when `me` may not see it. */
export function lockGroupSlip(db: Db, me: Me, ticket_group_import_id: number) {
  return groupSlipRow(db, me, ticket_group_import_id).forUpdate('i').executeTakeFirst()
}

function groupSlipRow(db: Db, me: Me, ticket_group_import_id: number) {
  return db
    .selectFrom('ticket_group_import as i')
    .innerJoin('draw_area as a', 'a.area_id', 'i.area_id')
    .selectAll('i')
    .select('a.face_value')
    .$narrowType<{ status: 1 | 3 | 7 }>()
    .where('i.ticket_group_import_id', '=', ticket_group_import_id)
    .where(within(me, 'ticket_group_import', 'i'))
}

export type LockedGroupSlip = NonNullable<Awaited<ReturnType<typeof lockGroupSlip>>>
