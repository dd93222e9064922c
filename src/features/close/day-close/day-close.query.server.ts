/**
 * Reads closings with the contract's columns.
 * unscoped: of the whole business; only the head office may make the calls
 */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { digestOf, type SignedContent } from '#features/close/proof/compute.server.ts'
import {
  closeStatus,
  exceptionStatus,
  type CloseStatus,
  type DayCloseFull,
  type DayState,
} from './day-close.contract.ts'
import type { EventKind, ExceptionStatus } from './day-close.contract.ts'
import { whyNotSignable } from './closing.server.ts'

export function selectClosings(db: Db) {
  return db
    .selectFrom('day_close as c')
    .leftJoin('app_user as preparer', 'preparer.user_id', 'c.prepared_by')
    .leftJoin('app_user as first', 'first.user_id', 'c.first_by')
    .leftJoin('app_user as second', 'second.user_id', 'c.second_by')
    .leftJoin('app_user as requester', 'requester.user_id', 'c.reopen_by')
    .select(['c.day', 'c.status', 'c.digest', 'c.sales', 'c.open_count', 'c.version', 'c.prepared_by', 'c.prepared_at'])
    .select(['preparer.user_name as prepared_by_name', 'c.first_by', 'first.user_name as first_by_name', 'c.first_at'])
    .select(['c.second_by', 'second.user_name as second_by_name', 'c.second_at'])
    .select(['c.reopen_by', 'requester.user_name as reopen_by_name', 'c.reopen_reason', 'c.reopened_at'])
    .$narrowType<{ status: CloseStatus }>()
}

/** The complete closing of a day; null when it was never prepared. */
export async function findClosing(db: Db, day: string): Promise<DayCloseFull | null> {
  const row = await selectClosings(db)
    .leftJoin('app_user as former_signer', 'former_signer.user_id', 'c.fallen_by')
    .select(['c.figures', 'c.state', 'c.took_ms', 'c.fallen_at', 'former_signer.user_name as fallen_by_name'])
    .select(['c.pdf_digest', 'c.xlsx_digest'])
    .select(['first.full_name as first_by_full_name', 'second.full_name as second_by_full_name'])
    .where('c.day', '=', day)
    .executeTakeFirst()
  if (!row) return null
  const { figures, state, ...closing } = row
  const signed = figures as unknown as SignedContent
  return {
    ...closing,
    previous_day: signed.previous?.day ?? null,
    previous_digest: signed.previous?.digest ?? null,
    is_intact: digestOf(signed) === row.digest,
    sign_why_not: row.status === closeStatus.closed ? null : await whyNotSignable(db, day),
    proofs: signed.proofs,
    states: state as unknown as DayState[],
    exceptions: await exceptionsOf(db, day, row.prepared_at),
    events: await eventsOf(db, day),
  }
}

/** All exceptions of this day, and those of earlier days that were unsettled at `read_at`. */
function exceptionsOf(db: Db, day: string, read_at: string) {
  return db
    .selectFrom('day_close_exception as x')
    .leftJoin('app_user as assignee', 'assignee.user_id', 'x.user_id')
    .leftJoin('app_user as carrier', 'carrier.user_id', 'x.carried_by')
    .select([
      'x.exception_id',
      'x.day',
      'x.proof',
      'x.title',
      'x.amount',
      'x.link',
      'x.status',
      'x.reason',
      'x.user_id',
      'x.due_date',
      'x.carried_at',
    ])
    .select(['assignee.user_name', 'carrier.user_name as carried_by_name'])
    .select(
      sql<boolean>`x.status = ${exceptionStatus.open}::smallint or x.status = ${exceptionStatus.carried}::smallint and x.due_date < current_date`.as(
        'is_blocking',
      ),
    )
    .$narrowType<{ status: ExceptionStatus }>()
    .where('x.day', '<=', day)
    .where(({ or, eb }) =>
      or([eb('x.day', '=', day), eb('x.settled_at', 'is', null), eb('x.settled_at', '>', read_at)]),
    )
    .orderBy('x.status')
    .orderBy('x.exception_id')
    .limit(1000)
    .execute()
}

function eventsOf(db: Db, day: string) {
  return db
    .selectFrom('day_close_event as e')
    .leftJoin('app_user as actor', 'actor.user_id', 'e.user_id')
    .select(['e.event_id', 'e.at', 'e.kind', 'e.digest', 'e.note', 'actor.user_name'])
    .$narrowType<{ kind: EventKind }>()
    .where('e.day', '=', day)
    .orderBy('e.event_id', 'desc')
    .limit(200)
    .execute()
}
