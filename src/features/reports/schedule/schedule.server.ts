import { sql } from 'kysely'
import { Failure } from '#contract/errors.ts'
import { one_plan } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import { mailFrom } from '#server/mail/mail.ts'
import { contains, paginate, vietnamese } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import { activePeople, hasRight, type Me } from '#server/session/session.ts'
import { filtersOf } from './mailed-report.server.ts'
import { whyNotRecipient } from './recipient.rules.ts'
import { reportPages } from '#features/reports/pages.contract.ts'
import { type ReportName, frequency, scheduleStatus, type ScheduleRow, max_schedules } from './schedule-row.contract.ts'
import { schedules } from './schedule.contract.ts'

export default serve(schedules, {
  list: ({ db, me, input }) => paginate(db, selectSchedules(db, me), input),

  recipients: async ({ db, me, input: { report, ...input }, fail }) => {
    if (!hasRight(me, reportPages[report].export)) fail('no_right')
    const page = await paginate(
      db,
      db
        .selectFrom('app_user as u')
        .select(['u.user_id', 'u.user_name', 'u.full_name', 'u.email'])
        .where(within(me, 'app_user', 'u'))
        .where('u.status', '=', 1)
        .where('u.deleted_at', 'is', null)
        .where(contains('u.search', input.keyword))
        .orderBy(vietnamese('u.full_name'))
        .orderBy('u.user_id'),
      input,
    )
    const recipientsById = await recipientsOf(
      db,
      me,
      report,
      page.items.map(({ user_id }) => user_id),
    )
    return {
      ...page,
      items: page.items.map((user) => ({ ...user, why_not: recipientsById.get(user.user_id)!.why_not })),
    }
  },

  add: async ({ db, me, input: { report, recipients, filter_text = null, ...plan }, fail }) => {
    if (!hasRight(me, reportPages[report].export)) fail('no_right')
    if (mailFrom() === null) fail('action_invalid', { message: 'Chưa cấu hình máy chủ thư (SMTP).' })
    if (plan.frequency === frequency.weekly && plan.on_day > 7)
      fail('request_invalid', { fields: { on_day: 'Tuần chỉ có 7 ngày' } })
    filtersOf(report, plan.query)
    const user_ids = [...new Set(recipients)]
    await assertRecipients(db, me, report, user_ids)
    await lockSchedules(db, me)
    const { existing } = await db
      .selectFrom('report_schedule')
      .select(({ fn }) => fn.countAll<number>().as('existing'))
      .where('created_by', '=', me.user_id)
      .executeTakeFirstOrThrow()
    if (existing >= max_schedules)
      fail('request_invalid', { fields: { report: `Mỗi người đặt được ${max_schedules} lịch, hãy xóa bớt` } })
    const { report_schedule_id } = await db
      .insertInto('report_schedule')
      .values({ ...plan, report, filter_text, recipients: user_ids, created_by: me.user_id })
      .returning('report_schedule_id')
      .executeTakeFirstOrThrow()
    return (await findSchedule(db, me, report_schedule_id))!
  },

  pause: async ({ db, me, input: { report_schedule_id }, fail }) => {
    const schedule = (await findSchedule(db, me, report_schedule_id)) ?? fail('not_found')
    if (schedule.status === scheduleStatus.stopped) fail('action_invalid', { message: 'Lịch này đã bị dừng.' })
    if (!(await setStatus(db, me, schedule, scheduleStatus.paused))) fail('changed_by_other')
    return (await findSchedule(db, me, report_schedule_id))!
  },

  resume: async ({ db, me, input: { report_schedule_id }, fail }) => {
    const schedule = (await findSchedule(db, me, report_schedule_id)) ?? fail('not_found')
    if (schedule.status === scheduleStatus.runs) fail('action_invalid', { message: 'Lịch này đang chạy.' })
    if (!hasRight(me, reportPages[schedule.report].export)) fail('no_right')
    if (!(await setStatus(db, me, schedule, scheduleStatus.runs))) fail('changed_by_other')
    return (await findSchedule(db, me, report_schedule_id))!
  },

  delete: async ({ db, me, input: { report_schedule_id }, fail }) => {
    const deletedRow = await db
      .deleteFrom('report_schedule')
      .where('report_schedule_id', '=', report_schedule_id)
      .where('created_by', '=', me.user_id)
      .returning('report_schedule_id')
      .executeTakeFirst()
    if (!deletedRow) fail('not_found')
    return null
  },
})

/** The caller's own schedules with the contract's columns. */
function selectSchedules(db: Db, me: Me) {
  // unscoped: only the names of the recipients
  return db
    .selectFrom('report_schedule as s')
    .select([
      's.report_schedule_id',
      's.frequency',
      's.on_day',
      's.period',
      's.filter_text',
      's.status',
      's.stopped_reason',
      's.created_at',
    ])
    .$narrowType<Pick<ScheduleRow, 'frequency' | 'period' | 'status'>>()
    .select([
      sql<ReportName>`s.report`.as('report'),
      sql<string>`to_char(s.at, 'HH24:MI')`.as('at'),
      sql<
        ScheduleRow['recipients']
      >`(select json_agg(json_build_object('user_id', u.user_id, 'full_name', u.full_name) order by u.full_name)
        from app_user u where u.user_id = any (s.recipients))`.as('recipients'),
      sql<string | null>`case when s.status = ${sql.lit(scheduleStatus.runs)} then
        report_due_after(s.frequency, s.on_day, s.at, greatest(s.active_since, now())) end`.as('next_at'),
      sql<
        string | null
      >`(select max(m.sent_at) from report_mail m where m.report_schedule_id = s.report_schedule_id)`.as(
        'last_sent_at',
      ),
      sql<
        string | null
      >`(select m.fault from report_mail m where m.report_schedule_id = s.report_schedule_id and m.fault is not null
        and m.due_at = (select max(due_at) from report_mail where report_schedule_id = s.report_schedule_id)
        order by m.report_mail_id limit 1)`.as('last_fault'),
    ])
    .where('s.created_by', '=', me.user_id)
    .orderBy('s.report_schedule_id', 'desc')
}

function findSchedule(db: Db, me: Me, report_schedule_id: number) {
  return selectSchedules(db, me)
    .where('s.report_schedule_id', '=', report_schedule_id)
    .modifyEnd(one_plan)
    .executeTakeFirst()
}

/** Pauses or resumes a schedule; false where its status has changed since it was read. Due moments while it did not run are not sent later. */
async function setStatus(
  db: Db,
  me: Me,
  { report_schedule_id, status: from }: Pick<ScheduleRow, 'report_schedule_id' | 'status'>,
  status: ScheduleRow['status'],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('report_schedule')
    .set({ status, stopped_reason: null, active_since: sql`clock_timestamp()`, version: sql`version + 1` })
    .where('report_schedule_id', '=', report_schedule_id)
    .where('created_by', '=', me.user_id)
    .where('status', '=', from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Serializes the caller's new schedules, so that parallel ones cannot exceed the limit. */
async function lockSchedules(db: Db, me: Me): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('report_schedule'), ${me.user_id})`.execute(db)
}

interface Recipient {
  full_name: string
  email: string | null
  why_not: string | null
}

/** These people within the scope of `me`, each with the reason why they cannot receive the report. */
export async function recipientsOf(
  db: Db,
  me: Me,
  report: ReportName,
  user_ids: readonly number[],
): Promise<Map<number, Recipient>> {
  if (user_ids.length === 0) return new Map()
  const users = await db
    .selectFrom('app_user as u')
    .select(['u.user_id', 'u.full_name', 'u.email'])
    .where(within(me, 'app_user', 'u'))
    .where('u.user_id', 'in', [...user_ids])
    .execute()
  const people = await activePeople(
    db,
    users.map(({ user_id }) => user_id),
  )
  const { view } = reportPages[report]
  return new Map(
    users.map(({ user_id, full_name, email }) => {
      return [user_id, { full_name, email, why_not: whyNotRecipient(me, people.get(user_id), email, view) }]
    }),
  )
}

async function assertRecipients(db: Db, me: Me, report: ReportName, user_ids: readonly number[]): Promise<void> {
  const recipients = await recipientsOf(db, me, report, user_ids)
  if (recipients.size < user_ids.length)
    throw new Failure('user_not_found', { fields: { recipients: 'Có người dùng không tồn tại.' } })
  for (const { full_name, why_not } of recipients.values())
    if (why_not !== null)
      throw new Failure('request_invalid', {
        fields: { recipients: `${full_name}: ${why_not.toLocaleLowerCase('vi')}` },
      })
}
