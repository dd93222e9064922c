/**
 * Mails alarms to their receivers. Failed mails are retried with growing pauses; raising alarms does not wait for mail.
 * unscoped: the program's own work
 */
import { sql } from 'kysely'
import { rightKey } from '#contract/page.ts'
import type { Db } from '#server/database/transaction.ts'
import { mailFrom, sendMail } from '#server/mail/mail.ts'
import { audience, has_receiver } from './alarm.query.server.ts'
import { alarmKind } from './alarm.rules.ts'

const mailStatus = { waiting: 1, sent: 2, given_up: 3 } as const
/** Retries after 1, 2, 4, 8, … minutes: about four hours in total. */
const max_tries = 8
/** Alarms older than this are not mailed, because mail may have been configured long after them. */
const mailed_for = sql`interval '1 hour'`

/** Queues mails of new alarms to the people who see them on screen and have an email address. */
export async function queueMails(main: Db): Promise<void> {
  await sql`
    insert into alarm_mail (alarm_id, raised_at, user_id, email)
    select a.alarm_id, a.raised_at, u.user_id, u.email from alarm a join app_user u
      on u.status = 1 and u.deleted_at is null and u.email is not null and case
        when a.user_id is not null then u.user_id = a.user_id
        when u.partner_id is not null or u.base_id is not null then false
        when ${has_receiver} then exists (
          select from alarm_receiver r where r.kind = a.kind and (r.user_id = u.user_id or r.group_id in (
            select m.group_id from group_member m join user_group g using (group_id) where m.user_id = u.user_id and g.status = 1)))
        else u.is_admin or exists (
          select from (
            select page_id, role_id from group_page join group_member using (group_id) join user_group g using (group_id)
              where user_id = u.user_id and g.status = 1
            union all select page_id, role_id from user_page where user_id = u.user_id) held join page using (page_id)
          where page.page_url || '#' || held.role_id = any(case a.kind when ${alarmKind.closing_waiting}::smallint
            then ${audience.closings.map(rightKey)}::text[] else ${audience.others.map(rightKey)}::text[] end)) end
    where a.closed_at is null and a.raised_at > now() - ${mailed_for}
    on conflict do nothing`.execute(main)
}

interface Mail {
  alarm_mail_id: number
  email: string
  tries: number
  title: string
  detail: string
}

/** Sends the queued mails. Parallel programs send each mail once; an interrupted one may be sent again. */
export async function sendMails(main: Db): Promise<void> {
  if (mailFrom() === null) return
  await queueMails(main)
  for (;;) {
    // Moving the time of the next try reserves the mail, so that no other program sends it meanwhile.
    const { rows } = await sql<Mail>`
      update alarm_mail m set tries = m.tries + 1, next_try_at = clock_timestamp() + make_interval(mins => (2 ^ m.tries)::integer)
      from alarm a where a.alarm_id = m.alarm_id and m.alarm_mail_id = (
        select alarm_mail_id from alarm_mail where status = ${sql.lit(mailStatus.waiting)} and next_try_at <= clock_timestamp()
        order by next_try_at limit 1 for update skip locked)
      returning m.alarm_mail_id, m.email, m.tries, a.title, a.detail`.execute(main)
    const [mail] = rows
    if (!mail) return
    await sendOne(main, mail)
  }
}

async function sendOne(main: Db, { alarm_mail_id, email, tries, title, detail }: Mail): Promise<void> {
  try {
    await sendMail({
      to: email,
      subject: `[Cảnh báo] ${title}`,
      text: `${title}\n${detail}\n\nXem trên trang chủ của Vé Số Back Office.\n`,
    })
    await sql`
      update alarm_mail set status = ${sql.lit(mailStatus.sent)}, sent_at = clock_timestamp(), fault = null
      where alarm_mail_id = ${alarm_mail_id}`.execute(main)
  } catch (error) {
    const fault = String((error as Error).message).slice(0, 300)
    await sql`
      update alarm_mail set fault = ${fault}, status = case when ${tries >= max_tries} then ${sql.lit(mailStatus.given_up)} else status end
      where alarm_mail_id = ${alarm_mail_id}`.execute(main)
  }
}
