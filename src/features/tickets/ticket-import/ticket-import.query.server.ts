import type * as z from 'zod/mini'
import { one_plan } from '#server/database/pool.ts'
import { contains, inDays } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { approval_block } from '#features/tickets/approval.server.ts'
import type { importFilters, ImportStatus, ImportSource } from './ticket-import.contract.ts'

type Filters = z.output<z.ZodMiniObject<typeof importFilters>> & { keyword?: string | null | undefined }

/** Base query of the slips in the scope of `me` that match the filters, without columns: for the list and for batches. */
export function slipQuery(db: Db, me: Me, filters: Filters) {
  const { keyword, area_id, open_date, base_id, status, source, from_date, to_date } = filters
  return db
    .selectFrom('ticket_import as i')
    .where(within(me, 'ticket_import', 'i'))
    .where(contains('i.search', keyword))
    .$if(area_id != null, (q) => q.where('i.area_id', '=', area_id!))
    .$if(open_date != null, (q) => q.where('i.open_date', '=', open_date!))
    .$if(base_id != null, (q) => q.where('i.base_id', '=', base_id!))
    .$if(status != null, (q) => q.where('i.status', '=', status!))
    .$if(source != null, (q) => q.where('i.source', '=', source!))
    .where(inDays('i.created_at', { from_date, to_date }))
}

/** Adds the contract's columns. */
export function selectSlip(query: ReturnType<typeof slipQuery>) {
  return query
    .innerJoin('base_store as b', 'b.base_id', 'i.base_id') // unscoped: only the name of the store, joined to a slip within the scope
    .innerJoin('draw_area as a', 'a.area_id', 'i.area_id')
    .leftJoin('app_user as creator', 'creator.user_id', 'i.created_by') // unscoped: only a name
    .leftJoin('app_user as approver', 'approver.user_id', 'i.approved_by') // unscoped: only a name
    .leftJoin('app_user as editor', 'editor.user_id', 'i.updated_by') // unscoped: only a name
    .select([
      'i.ticket_import_id',
      'i.import_code',
      'i.base_id',
      'b.base_name',
      'i.area_id',
      'a.area_name',
      'i.open_date',
    ])
    .select(['i.source', 'i.file_name', 'i.status', 'i.line_count', 'i.quantity', 'i.amount', 'i.returned_quantity'])
    .select(['i.reason', 'i.note', 'i.created_by', 'creator.user_name as created_by_name', 'i.created_at'])
    .select(approval_block.as('blocked'))
    .select(['i.changed_by', 'approver.user_name as approved_by_name', 'i.approved_at'])
    .select(['editor.user_name as updated_by_name', 'i.updated_at', 'i.version'])
    .$narrowType<{ status: ImportStatus; source: ImportSource }>()
}

/** The slip as the contract answers it. */
export function findSlip(db: Db, me: Me, ticket_import_id: number) {
  return selectSlip(slipQuery(db, me, {}))
    .where('i.ticket_import_id', '=', ticket_import_id)
    .modifyEnd(one_plan)
    .executeTakeFirst()
}

/** The slip's own row without a lock, for a dry run; undefined when `me` may not see it. */
export function findStoredSlip(db: Db, me: Me, ticket_import_id: number) {
  return slipRow(db, me, ticket_import_id).executeTakeFirst()
}

/** Locks the slip's own row until the transaction ends; `me` is null for the program itself. */
export function lockSlip(db: Db, me: Me | null, ticket_import_id: number) {
  return slipRow(db, me, ticket_import_id).forUpdate('i').executeTakeFirst()
}

function slipRow(db: Db, me: Me | null, ticket_import_id: number) {
  return db
    .selectFrom('ticket_import as i')
    .innerJoin('draw_area as a', 'a.area_id', 'i.area_id')
    .selectAll('i')
    .select('a.face_value')
    .$narrowType<{ status: ImportStatus; source: ImportSource }>()
    .where('i.ticket_import_id', '=', ticket_import_id)
    .$if(me !== null, (query) => query.where(within(me!, 'ticket_import', 'i')))
}

export type Slip = NonNullable<Awaited<ReturnType<typeof lockSlip>>>
