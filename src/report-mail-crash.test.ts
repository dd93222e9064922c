/**
 * Reports are mailed while the real program and its PostgreSQL are killed after the mail server accepted a mail and before that is recorded. No mail
 * is lost, and a mail that is sent twice has the same Message-ID, so that most mailboxes show it once.
 */
import { sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { schedules } from '#features/reports/schedule/schedule.contract.ts'
import { frequency, period } from '#features/reports/schedule/schedule-row.contract.ts'
import { report_mail_job } from '#features/reports/schedule/schedule.jobs.ts'
import { openJobs } from '#server/jobs/jobs.ts'
import { databaseUrl } from '#server/testing/program.ts'
import { openCrashing, type Kill } from './testing/crashing.ts'
import { openSmtp, type TestMail } from './testing/smtp.ts'

const count = 6
/** The mail at which the program is killed, and whether the mail server had accepted it by then. */
const kills: readonly { at: number; was: 'take without an answer' | 'lose'; which: Kill }[] = [
  { at: 2, was: 'take without an answer', which: 'both' },
  { at: 4, was: 'lose', which: 'server' },
]

const idOf = ({ data }: TestMail) => /^Message-ID: (\S+)/im.exec(data)![1]!
const subjectOf = ({ data }: TestMail) => /^Subject: ([^\n]+(?:\n [^\n]+)*)/im.exec(data)![1]!

test('a program that is killed while it mails loses no report, and doubles one under its number only', async () => {
  const smtp = await openSmtp()
  const { host, port, from } = smtp.settings
  const program = await openCrashing({ SMTP_HOST: host, SMTP_PORT: String(port), SMTP_FROM: from })
  const run = (work: ReturnType<typeof sql>) => program.inDatabase((db) => work.execute(db))
  const url = databaseUrl(program.data_dir)
  const jobs = await openJobs({ url, queues: [], log: pino({ level: 'silent' }), enqueue_only: true })
  /** Does what the program's cron job does each minute. */
  const enqueue = () => program.inDatabase((db) => jobs.enqueue(db, report_mail_job, {}, report_mail_job))
  const rows = async () => {
    const result = await run(sql`select report_mail_id, status, tries from report_mail order by report_mail_id`)
    return result.rows as { report_mail_id: number; status: number; tries: number }[]
  }
  try {
    await run(sql`update app_user set email = 'quan.tri@example.vn' where is_admin`)
    const { rows: admins } = await run(sql`select user_id from app_user where is_admin`)
    const [{ user_id }] = admins as [{ user_id: number }]
    for (let n = 0; n < count; n++) {
      const plan = { frequency: frequency.daily, on_day: 1, at: '00:00', period: period.yesterday, query: '' }
      const added = await program.callUntilAnswered(
        schedules.add,
        { ...plan, report: 'sales', filter_text: `Lần ${n}`, recipients: [user_id] },
        `dat-lich-${n}`,
      )
      expect(added.code).toBe(0)
    }

    let mail_count = 0
    const doubled: string[] = []
    const stops = kills.map((kill) => ({ ...kill, reached: Promise.withResolvers<TestMail>() }))
    let [stop, ...ahead] = stops
    /** Holds back mails after a start until their next attempt has been moved forward. */
    let opened = Promise.withResolvers<void>()
    smtp.gate = async (mail) => {
      await opened.promise
      if (!stop || ++mail_count < stop.at) return 'take'
      stop.reached.resolve(mail)
      return stop.was
    }
    await run(sql`update report_schedule set active_since = current_date - interval '1 minute'`)
    await enqueue()
    for (const { reached, was, which } of stops) {
      opened.resolve()
      const mail = await reached.promise
      if (was !== 'lose') doubled.push(idOf(mail))
      opened = Promise.withResolvers()
      ;[stop, ...ahead] = ahead
      await program.kill(which)
      await run(sql`update report_mail set next_try_at = clock_timestamp() where status = 1 and tries > 0`)
      await enqueue()
    }
    opened.resolve()
    await expect
      .poll(
        async () => {
          await run(
            sql`update report_mail set next_try_at = clock_timestamp() where status = 1 and next_try_at > clock_timestamp() + interval '90 seconds'`,
          )
          await enqueue()
          return (await rows()).every(({ status }) => status === 2)
        },
        { timeout: 90_000, interval: 1_000 },
      )
      .toBe(true)

    const ids = smtp.mails.map(idOf)
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
    const all = await rows()
    console.log(
      `report mail crash: ${JSON.stringify({ kills: kills.length, mails: all.length, taken: ids.length, twice: twice.length })}`,
    )
    expect(all.length).toBeGreaterThanOrEqual(count)
    expect(new Set(ids).size).toBe(all.length)
    // Only mails whose confirmation was lost were sent again.
    for (const id of twice) expect(doubled).toContain(id)
    expect(new Set(twice)).toEqual(new Set(doubled))
    expect(new Set(smtp.mails.map(subjectOf)).size).toBe(1)
  } finally {
    await jobs.close()
    await program.leave()
    await smtp.close()
  }
}, 300_000)
