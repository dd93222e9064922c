import { sql } from 'kysely'
import { one_plan } from '#server/database/pool.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { importStatus } from '#features/tickets/ticket-import/ticket-import.contract.ts'
import { uploadStatus, type UploadStatus } from './ticket-upload.contract.ts'

/** The slip into which the identical file was imported before, for the same draw and store. */
const same_as = sql<string | null>`(
  select slip.import_code from ticket_upload twin join ticket_import slip using (ticket_import_id) -- unscoped: of the same store
  where twin.open_date = u.open_date and twin.area_id = u.area_id and twin.base_id = u.base_id and twin.file_digest = u.file_digest
    and twin.upload_id <> u.upload_id and twin.status = ${uploadStatus.done} and slip.status <> ${importStatus.deleted}
  order by slip.ticket_import_id desc limit 1)`

/** The uploads in the scope of `me`, with the contract's columns. */
export function uploads(db: Db, me: Me) {
  return db
    .selectFrom('ticket_upload as u')
    .innerJoin('base_store as b', 'b.base_id', 'u.base_id') // unscoped: only the name of the store, joined to an  within the scope
    .innerJoin('draw_area as a', 'a.area_id', 'u.area_id')
    .leftJoin('ticket_import as i', 'i.ticket_import_id', 'u.ticket_import_id') // unscoped: only the code of its slip
    .leftJoin('app_user as creator', 'creator.user_id', 'u.created_by') // unscoped: only a name
    .select(['u.upload_id', 'u.base_id', 'b.base_name', 'u.area_id', 'a.area_name', 'u.open_date'])
    .select(['u.file_name', 'u.file_size', 'u.status', 'u.progress'])
    .select(['u.row_count', 'u.good_count', 'u.existing_count', 'u.fault_count', 'u.quantity', 'u.amount'])
    .select(['u.reason', 'u.ticket_import_id', 'i.import_code', 'b.partial_import', same_as.as('same_as')])
    .select(['creator.user_name as created_by_name', 'u.created_at', 'u.finished_at', 'u.version'])
    .$narrowType<{ status: UploadStatus }>()
    .where(within(me, 'ticket_upload', 'u'))
}

export function findUpload(db: Db, me: Me, upload_id: number) {
  return uploads(db, me).where('u.upload_id', '=', upload_id).modifyEnd(one_plan).executeTakeFirst()
}
