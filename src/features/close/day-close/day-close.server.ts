import { sql } from 'kysely'
import { isHeadOffice } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import { refuse, type Fail } from '#server/fail.ts'
import { checkDays, contains, paginate, sortOf } from '#server/record/list.ts'
import { moveLocked } from '#server/record/move.ts'
import { clock_now } from '#server/record/change-columns.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import {
  lockClosing,
  lockPast,
  addEvent,
  prepareClosing,
  renewDigest,
  signatureOf,
  whyNotSignable,
  type Closing,
} from './closing.server.ts'
import { storeFiles, sendFile } from './closing-files.server.ts'
import {
  closeLife,
  closeStatus,
  dayClose,
  eventKind,
  exceptionStatus,
  type ExceptionRow,
} from './day-close.contract.ts'
import { findClosing, selectClosings } from './day-close.query.server.ts'
import { assertHeadOffice } from './head-office.server.ts'
import { journalOf } from '#features/close/books/journal.server.ts'
import { whyNot } from '#contract/lifecycle.ts'

export default serve(dayClose, {
  list: ({ db, me, input, fail }) => {
    checkDays(input, fail)
    const { from_date, to_date, status, waits_for_me, keyword } = input
    const [column, direction] = sortOf(input.sort, '-day')
    const query = selectClosings(db)
      .where(sql<boolean>`${isHeadOffice(me)}`)
      .$if(from_date != null, (q) => q.where('c.day', '>=', from_date!))
      .$if(to_date != null, (q) => q.where('c.day', '<=', to_date!))
      .$if(status != null, (q) => q.where('c.status', '=', status!))
      .$if(waits_for_me != null, (q) =>
        q.where(
          sql<boolean>`(c.status in (${closeStatus.prepared}, ${closeStatus.signed}) and c.day < current_date
            and c.first_by is distinct from ${me.user_id}) = ${waits_for_me!}`,
        ),
      )
      .where(contains(`c.digest`, keyword))
      .orderBy(sql.ref(`c.${column}`), direction)
      .orderBy('c.day', direction)
    return paginate(db, query, input, ['sales', 'open_count'])
  },

  detail: async ({ db, me, input: { day }, fail }) =>
    (isHeadOffice(me) ? await findClosing(db, day) : null) ?? fail('not_found'),

  prepare: async ({ db, me, input: { day }, fail }) => {
    assertHeadOffice(me, fail)
    await assertBegun(db, day, fail)
    const closing = await lockClosing(db, day)
    assertOpen(closing, fail)
    await prepareClosing(db, day, me.user_id, closing)
    return (await findClosing(db, day))!
  },

  carryOver: async ({ db, me, input, fail }) => {
    assertHeadOffice(me, fail)
    const { day, exception_id, reason, user_id, due_date, carried_at } = input
    const closing = (await lockClosing(db, day)) ?? fail('not_found')
    assertOpen(closing, fail)
    await assertHeadOfficePerson(db, me, user_id, fail)
    const { rows } = await sql<{ is_past: boolean }>`select ${due_date}::date < current_date as is_past`.execute(db)
    const message = 'Hạn xử lý phải từ hôm nay trở đi.'
    if (rows[0]!.is_past) fail('action_invalid', { message, fields: { due_date: message } })
    const carriedExceptions = await db
      .updateTable('day_close_exception')
      .set({
        status: exceptionStatus.carried,
        reason,
        user_id,
        due_date,
        carried_by: me.user_id,
        carried_at: clock_now,
      })
      .where('exception_id', '=', exception_id)
      .where('day', '<=', day)
      .where('status', '<>', exceptionStatus.settled)
      .$if(carried_at !== undefined, (q) =>
        q.where(sql<boolean>`carried_at is not distinct from ${carried_at}::timestamptz`),
      )
      .returning('title')
      .executeTakeFirst()
    if (!carriedExceptions) {
      const current = await findOpenException(db, day, exception_id)
      return current ? fail('changed_by_other', { current }) : fail('not_found', { message: 'Ngoại lệ này không còn.' })
    }
    await addEvent(db, {
      day,
      kind: eventKind.carried,
      user_id: me.user_id,
      note: `${carriedExceptions.title.replace(/\.$/, '')}: ${reason}`.slice(0, 1000),
    })
    await renewDigest(db, closing)
    return (await findClosing(db, day))!
  },

  sign: async ({ db, me, input: { day, digest }, fail }) => {
    assertHeadOffice(me, fail)
    const closing = (await lockClosing(db, day)) ?? fail('not_found')
    assertOpen(closing, fail)
    const { is_second, move, refusal } = signatureOf(closing, me)
    refuse(refusal, fail)
    if (closing.digest !== digest) fail('figures_changed', { current: await findClosing(db, day) })
    await lockPast(db)
    // When figures changed, they are stored and a first signature is removed, but nothing is signed.
    if ((await prepareClosing(db, day, me.user_id, closing)) !== digest)
      return { ...(await findClosing(db, day))!, is_signed: false }
    const against = await whyNotSignable(db, day)
    if (against !== null) fail('action_invalid', { message: against })
    if (!is_second) {
      await moveLocked(db, 'day_close', { day }, move, {
        first_by: me.user_id,
        first_at: clock_now,
        fallen_by: null,
        fallen_at: null,
      })
      await addEvent(db, { day, kind: eventKind.signed, user_id: me.user_id, digest })
    } else {
      const journal = JSON.stringify(await journalOf(db, day))
      await moveLocked(db, 'day_close', { day }, move, { second_by: me.user_id, second_at: clock_now, journal })
      const { figures } = await db
        .selectFrom('day_close')
        .select('figures')
        .where('day', '=', day)
        .executeTakeFirstOrThrow()
      const closingEvent = {
        day,
        kind: eventKind.closed,
        user_id: me.user_id,
        digest,
        figures: JSON.stringify(figures),
      }
      const event_id = await addEvent(db, closingEvent)
      await storeFiles(db, (await findClosing(db, day))!, event_id)
    }
    return { ...(await findClosing(db, day))!, is_signed: true }
  },

  reopen: async ({ db, me, input: { day, reason }, fail }) => {
    assertHeadOffice(me, fail)
    if (!me.is_admin) fail('no_right', { message: 'Chỉ quản trị viên mở lại được ngày đã chốt, cần hai người.' })
    const closing = (await lockClosing(db, day)) ?? fail('not_found')
    if (closing.status !== closeStatus.closed) fail('action_invalid', { message: 'Ngày này chưa chốt.' })
    refuse(whyNot(closeLife.moves.reopen, closing, me), fail)
    if (closing.reopen_by === null) {
      await db
        .updateTable('day_close')
        .set({ reopen_by: me.user_id, reopen_reason: reason, version: sql<number>`version + 1` })
        .where('day', '=', day)
        .execute()
      await addEvent(db, {
        day,
        kind: eventKind.reopen_requested,
        user_id: me.user_id,
        digest: closing.digest,
        note: reason,
      })
    } else {
      const nobody = {
        first_by: null,
        first_at: null,
        second_by: null,
        second_at: null,
        reopen_by: null,
        journal: null,
        pdf_digest: null,
        xlsx_digest: null,
      }
      await moveLocked(db, 'day_close', { day }, closeLife.moves.reopen, { ...nobody, reopened_at: clock_now })
      await addEvent(db, { day, kind: eventKind.reopened, user_id: me.user_id, digest: closing.digest, note: reason })
    }
    return (await findClosing(db, day))!
  },

  file: sendFile,

  people: ({ db, me, input }) => {
    const query = headOfficePeople(db, me)
      .select(['u.user_id', 'u.user_name', 'u.full_name'])
      .where(contains('u.search', input.keyword))
      .orderBy('u.full_name')
      .orderBy('u.user_id')
    return paginate(db, query, input)
  },
})

async function findOpenException(db: Db, day: string, exception_id: number): Promise<ExceptionRow | undefined> {
  const closing = await findClosing(db, day)
  return closing?.exceptions.find(
    (exception) => exception.exception_id === exception_id && exception.status !== exceptionStatus.settled,
  )
}

function assertOpen(closing: Closing | undefined, fail: Fail<'day_closed'>): void {
  if (closing?.status === closeStatus.closed) fail('day_closed', { message: 'Ngày này đã chốt.' })
}

async function assertBegun(db: Db, day: string, fail: Fail<'action_invalid'>): Promise<void> {
  const { rows } = await sql<{ is_ahead: boolean; is_ancient: boolean; first: string | null }>`
    select ${day}::date > current_date as is_ahead, ${day}::date < date '2020-01-01' as is_ancient,
      (select to_char(min(day), 'DD/MM/YYYY') from day_close where status = ${closeStatus.closed}::smallint having min(day) > ${day}::date) as first`.execute(
    db,
  )
  const { is_ahead, is_ancient, first } = rows[0]!
  const message =
    (is_ahead && 'Ngày này chưa tới.') ||
    (is_ancient && 'Chỉ tính được các ngày từ năm 2020.') ||
    // Every day from the first one on must be closed: none may be put before it.
    (first !== null && `Ngày đầu tiên được chốt là ${first}: không tính ngày trước đó.`)
  if (message) fail('action_invalid', { message, fields: { day: message } })
}

/** People of the head office who can sign in, within the scope of `me`. */
const headOfficePeople = (db: Db, me: Me) =>
  db
    .selectFrom('app_user as u')
    .where(within(me, 'app_user', 'u'))
    .where('u.deleted_at', 'is', null)
    .where('u.status', '=', 1)
    .where('u.partner_id', 'is', null)
    .where('u.base_id', 'is', null)

async function assertHeadOfficePerson(db: Db, me: Me, user_id: number, fail: Fail<'user_not_found'>): Promise<void> {
  const keeper = await headOfficePeople(db, me).select('u.user_id').where('u.user_id', '=', user_id).executeTakeFirst()
  const message = 'Người xử lý không có trong trụ sở chính hoặc đã bị khóa.'
  if (!keeper) fail('user_not_found', { message, fields: { user_id: message } })
}
