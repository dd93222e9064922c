/**
 * Sends due reports. The owner's rights are checked each time: a report has what they may see at that moment, and its schedule stops when they lost
 * the right.
 * unscoped: the program's own work
 */
import { sql } from 'kysely'
import { asProgram } from '#server/audit/without-call.ts'
import type { Db } from '#server/database/transaction.ts'
import { mailFrom, sendMail, type Mail } from '#server/mail/mail.ts'
import { activePeople, hasRight, type Me } from '#server/session/session.ts'
import { mailOf } from './mailed-report.server.ts'
import { reportPages } from '#features/reports/pages.contract.ts'
import { type ReportName, scheduleStatus } from './schedule-row.contract.ts'
import { recipientsOf } from './schedule.server.ts'

const mailStatus = { waiting: 1, sent: 2, given_up: 3 } as const
/** Retries after 2, 4, 8, … minutes: about four hours in total. */
const max_tries = 7
/** Due moments older than this are not sent, such as after a long stop of the program. */
const late_for = sql`interval '2 days'`

/** Queues a mail for each recipient of each due moment; the table's key prevents duplicates by parallel programs. */
export async function queueDueReports(main: Db): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      insert into report_mail (report_schedule_id, due_at, user_id)
      select s.report_schedule_id, d.due_at, r.user_id
      from report_schedule s
      cross join lateral (select report_due_after(s.frequency, s.on_day, s.at, greatest(s.active_since, clock_timestamp() - ${late_for},
        (select max(m.due_at) from report_mail m where m.report_schedule_id = s.report_schedule_id))) as due_at) d
      cross join lateral unnest(s.recipients) r (user_id)
      where s.status = ${sql.lit(scheduleStatus.runs)} and d.due_at <= clock_timestamp()
      on conflict do nothing`.execute(main)
    if (!numAffectedRows) return
  }
}

interface DueMail {
  report_mail_id: number
  report_schedule_id: number
  user_id: number
  tries: number
  /** The due moment in seconds since 1970. */
  due: number
  report: ReportName
  status: number
  query: string
  filter_text: string | null
  created_by: number
  from_date: string
  to_date: string
}

/** Sends the queued mails. Parallel programs send each mail once; an interrupted one is sent again with the same message id. */
export async function sendReports(main: Db): Promise<void> {
  if (mailFrom() === null) return
  await queueDueReports(main)
  let lastPrepared: { key: string; prepared: PreparedMail } | undefined
  for (;;) {
    // Moving the time of the next try reserves the mail, so that no other program sends it meanwhile.
    const { rows } = await sql<DueMail>`
      update report_mail m set tries = m.tries + 1, next_try_at = clock_timestamp() + make_interval(mins => (2 ^ (m.tries + 1))::integer)
      from report_schedule s where s.report_schedule_id = m.report_schedule_id and m.report_mail_id = (
        select report_mail_id from report_mail where status = ${sql.lit(mailStatus.waiting)} and next_try_at <= clock_timestamp()
        order by report_schedule_id, due_at, next_try_at limit 1 for update skip locked)
      returning m.report_mail_id, m.report_schedule_id, m.user_id, m.tries, extract(epoch from m.due_at)::double precision as due,
        s.report, s.status, s.query, s.filter_text, s.created_by,
        (report_days(s.period, m.due_at)).from_date::text, (report_days(s.period, m.due_at)).to_date::text`.execute(
      main,
    )
    const [dueMail] = rows
    if (!dueMail) return
    const key = `${dueMail.report_schedule_id} ${dueMail.due}`
    const now: { key: string; prepared: PreparedMail } =
      lastPrepared?.key === key ? lastPrepared : { key, prepared: await prepareMail(main, dueMail) }
    lastPrepared = now
    await sendOne(main, dueMail, now.prepared)
  }
}

/** The prepared mail of a due moment with its owner, or why there is none. */
type PreparedMail = { owner: Me; mail: Omit<Mail, 'to' | 'id'> } | { fault: string } | 'stopped'

async function prepareMail(main: Db, dueMail: DueMail): Promise<PreparedMail> {
  if (dueMail.status !== scheduleStatus.runs) return 'stopped'
  const owner = (await activePeople(main, [dueMail.created_by])).get(dueMail.created_by)
  const reason = !owner
    ? 'Tài khoản của người đặt lịch đã bị khóa hoặc xóa.'
    : !hasRight(owner, reportPages[dueMail.report].export) || !hasRight(owner, reportPages[dueMail.report].view)
      ? 'Người đặt lịch không còn quyền xem và xuất báo cáo này.'
      : null
  if (!owner || reason !== null) {
    await stop(main, dueMail.report_schedule_id, reason!)
    return 'stopped'
  }
  try {
    return { owner, mail: await mailOf(main, owner, dueMail) }
  } catch (error) {
    return { fault: faultOf(error) }
  }
}

/** Stops a schedule until its owner resumes it, and gives up its waiting mails. */
async function stop(main: Db, report_schedule_id: number, reason: string): Promise<void> {
  await asProgram(main, 'report schedule', async (db) => {
    await sql`update report_schedule set status = ${sql.lit(scheduleStatus.stopped)}, stopped_reason = ${reason}, version = version + 1
      where report_schedule_id = ${report_schedule_id} and status = ${sql.lit(scheduleStatus.runs)}`.execute(db)
    await sql`update report_mail set status = ${sql.lit(mailStatus.given_up)}, fault = ${reason}
      where report_schedule_id = ${report_schedule_id} and status = ${sql.lit(mailStatus.waiting)}`.execute(db)
  })
}

const faultOf = (error: unknown) => String((error as Error).message).slice(0, 300)

async function sendOne(main: Db, dueMail: DueMail, prepared: PreparedMail): Promise<void> {
  const { report_mail_id, report_schedule_id, user_id } = dueMail
  // A schedule that does not run sends nothing, including earlier due moments.
  if (prepared === 'stopped') return giveUp(main, report_mail_id, null)
  if ('fault' in prepared) return tryLater(main, dueMail, prepared.fault)
  const recipient = (await recipientsOf(main, prepared.owner, dueMail.report, [user_id])).get(user_id)
  if (!recipient) return giveUp(main, report_mail_id, 'Có người nhận không còn thấy được.')
  if (recipient.why_not !== null)
    return giveUp(main, report_mail_id, `${recipient.full_name}: ${recipient.why_not.toLocaleLowerCase('vi')}.`)
  try {
    const id = `bao-cao-${report_schedule_id}-${Math.round(dueMail.due)}-${user_id}`
    await sendMail({ ...prepared.mail, to: recipient.email!, id })
  } catch (error) {
    return tryLater(main, dueMail, faultOf(error))
  }
  await sql`update report_mail set status = ${sql.lit(mailStatus.sent)}, sent_at = clock_timestamp(), fault = null
    where report_mail_id = ${report_mail_id}`.execute(main)
}

async function giveUp(main: Db, report_mail_id: number, fault: string | null): Promise<void> {
  await sql`update report_mail set status = ${sql.lit(mailStatus.given_up)}, fault = coalesce(fault, ${fault})
    where report_mail_id = ${report_mail_id}`.execute(main)
}

async function tryLater(main: Db, { report_mail_id, tries }: DueMail, fault: string): Promise<void> {
  await sql`
    update report_mail set fault = ${fault}, status = case when ${tries >= max_tries} then ${sql.lit(mailStatus.given_up)} else status end
    where report_mail_id = ${report_mail_id}`.execute(main)
}

/** Deletes mails older than 180 days. */
export async function deleteOldMails(main: Db): Promise<void> {
  await sql`delete from report_mail m where m.due_at < now() - interval '180 days'`.execute(main)
}
