/**
 * Ticket files are uploaded, checked and imported while the real program and its PostgreSQL are killed. Each becomes exactly one complete slip, and
 * the work resumes by itself after every restart.
 */
import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { errors } from '#contract/errors.ts'
import { day_ms } from '#contract/days.ts'
import { channel } from '#contract/wire.ts'
import { verifyAudit } from '#server/audit/verify.ts'
import type { Finding } from '#server/audit/finding.ts'
import { headsFile } from '#server/audit/heads.ts'
import { removePlace } from '#server/database/place.ts'
import { createClient, createDb, createPools } from '#server/database/pool.ts'
import { spoolDir } from '#server/http/stream.ts'
import { admin_password, businessDir } from '#server/testing/business-dir.ts'
import { databaseUrl, startProgram, type RunningProgram } from '#server/testing/program.ts'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { sweepUploads } from '#features/tickets/ticket-upload/ticket-upload.jobs.ts'
import { ticketUpload, uploadStatus } from '#features/tickets/ticket-upload/ticket-upload.contract.ts'
import { ask } from './testing/ask.ts'
import { writeTo } from './testing/write.ts'

/** Files processed concurrently. */
const concurrency = 6
/** Large enough that a kill can hit every step. */
const rows_of_file = 40_000
const kills = ['server', 'PostgreSQL', 'both', 'PostgreSQL', 'server'] as const

const data_dir = await businessDir()
let program: RunningProgram
let token = ''
let open_date = ''
let files = 0

const start = async () => {
  const env = { ADMIN_PASSWORD: admin_password, LOG_LEVEL: 'silent' }
  program = await startProgram({ data_dir, env, args: ['--empty'] })
}

interface PendingCall {
  method: string
  path: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: string
}

/** Repeats the call with the same transid until its outcome is known. */
async function callUntilAnswered<T>(
  { method, path, query = {}, headers = {}, body }: PendingCall,
  transid: string,
): Promise<T> {
  for (;;) {
    try {
      const url = `${program.url}${path}?${new URLSearchParams({ ...query, channel, transid })}`
      const credentials: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
      const options = { method, headers: { ...credentials, ...headers }, ...(body === undefined ? {} : { body }) }
      const { error, data } = JSON.parse((await ask(url, options)).text) as { error: { code: number }; data: T }
      if (error.code === 0) return data
      // A person may upload only one file at a time, so the others are refused as busy and retried.
      const is_later = error.code === errors.system_busy[0] || error.code === errors.system_overloaded[0]
      if (!is_later) throw new Refused(`${path} ${JSON.stringify(error)}`)
    } catch (error) {
      if (error instanceof Refused) throw error
    }
    await sleep(100)
  }
}

class Refused extends Error {}

const write = <T>(path: string, input: object, transid: string) =>
  callUntilAnswered<T>(
    {
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...input, channel, transid }),
    },
    transid,
  )

interface Upload {
  upload_id: number
  status: number
  reason: string | null
}

const fileName = (n: number) => `tep-${String(n).padStart(3, '0')}.csv`

/** CSV file with ticket numbers that no other file has. */
function fileOf(n: number): string {
  const lines = Array.from({ length: rows_of_file }, (_, index) => `${String(index).padStart(6, '0')},F${n},2`)
  return `number,series,quantity\n${lines.join('\n')}\n`
}

/** Uploads, checks and imports one file; after a database crash has emptied its unlogged rows, it is checked and imported again. */
async function importFile(n: number): Promise<Upload> {
  const headers = { 'content-type': 'text/csv', 'x-file-name': fileName(n) }
  const request = {
    method: 'POST',
    path: ticketUpload.upload.path,
    query: { area_id: '21', open_date },
    headers,
    body: fileOf(n),
  }
  const { upload_id } = await callUntilAnswered<Upload>(request, `gui-tep-so-${n}`)
  for (let round = 0; ; round++) {
    const { path, method } = ticketUpload.detail
    const upload = await callUntilAnswered<Upload>(
      { method, path, query: { upload_id: String(upload_id) } },
      `xem-tep-${n}-${round}`,
    )
    if (upload.status >= uploadStatus.done) return upload
    if (upload.status === uploadStatus.checked)
      await write(ticketUpload.take.path, { upload_id }, `nhap-tep-${n}-${round}`)
    await sleep(50)
  }
}

async function openDraw(): Promise<void> {
  const pools = createPools(databaseUrl(data_dir), { size: 2 })
  try {
    await writeTo(createDb(pools.main), async (db) => {
      await sql`insert into base_store (base_id, base_code, base_name) values (900, 'K1', 'Kho Bến Thành')`.execute(db)
      await sql`insert into base_store_area values (21, 900) on conflict (area_id) do update set base_id = 900`.execute(
        db,
      )
      const { rows } = await sql<{ open_date: string }>`
        insert into draw_period (category, area_id, open_date, period_code, open_at, return_until, stop_at, print_at, draw_at)
          values (3, 21, current_date + 9, 'thử', now() - interval '1 hour', now() + interval '1 hour', now() + interval '2 hours', now() + interval '2 hours', now() + interval '3 hours')
          on conflict (area_id, open_date) do update set open_at = excluded.open_at, return_until = excluded.return_until,
            stop_at = excluded.stop_at, print_at = excluded.print_at, draw_at = excluded.draw_at
        returning open_date`.execute(db)
      open_date = rows[0]!.open_date
    })
  } finally {
    await pools.end()
  }
}

async function kill(which: (typeof kills)[number]): Promise<void> {
  if (which === 'PostgreSQL') return program.killPostgres9()
  await (which === 'both' ? program.killBoth9() : program.kill9())
  await start()
}

/** Waits until an upload is being processed, and then a short moment. */
async function waitUntilBusy(): Promise<void> {
  // Queries fail while PostgreSQL restarts; nothing is being processed then.
  while (!(await isBusy().catch(() => false))) await sleep(50)
  await sleep(Math.random() * 500)
}

async function isBusy(): Promise<boolean> {
  const client = createClient(databaseUrl(data_dir))
  try {
    await client.connect()
    const { rows } = await client.query(`select from pg_stat_activity where application_name like 've-so-upload-%'`)
    return rows.length > 0
  } finally {
    await client.end()
  }
}

/** A kill leaves the file that is just being sent or was just imported; the hourly sweep deletes it a day later. */
async function sweepADayLater(): Promise<void> {
  const url = databaseUrl(data_dir)
  const spool_dir = spoolDir({ data_dir })
  const two_days_ago = new Date(Date.now() - 2 * day_ms)
  for (const name of readdirSync(spool_dir)) utimesSync(join(spool_dir, name), two_days_ago, two_days_ago)
  const pools = createPools(url, { size: 2 })
  await sweepUploads({ main: createDb(pools.main), url, spool_dir }).finally(() => pools.end())
}

/** Reads the final state of the database and the upload directory. */
async function readFinalState() {
  const client = createClient(databaseUrl(data_dir))
  await client.connect()
  try {
    const slips = await client.query<{ file_name: string; line_count: number; lines: number; quantity: number }>(`
      select i.file_name, i.line_count, i.quantity, (select count(*) from ticket_import_line l
        where l.open_date = i.open_date and l.ticket_import_id = i.ticket_import_id) as lines
      from ticket_import i order by i.file_name`)
    const strays = await client.query(`select ticket_import_id from ticket_import_line
      where ticket_import_id not in (select ticket_import_id from ticket_import) limit 5`)
    const tables = await client.query(`select relname from pg_class where relnamespace = 'upload'::regnamespace`)
    return { slips: slips.rows, strays: strays.rows, tables: tables.rows, spooled: readdirSync(spoolDir({ data_dir })) }
  } finally {
    await client.end()
  }
}

test('every file that was sent while everything was killed is one whole slip, and nothing of it lies about', async () => {
  await start()
  try {
    const login = { username: 'admin', password: admin_password, client: 'api' }
    token = (await write<{ token: string }>(signIn.login.path, login, 'dang-nhap')).token
    await openDraw()
    const uploads: Upload[] = []
    let killed = 0
    // Keeps uploading until the last kill, so that each kill finds an upload in progress.
    const keepUploading = async () => {
      do uploads.push(await importFile(files++))
      while (killed < kills.length)
    }
    const killing = async () => {
      for (const which of kills) {
        await waitUntilBusy()
        await kill(which)
        killed++
      }
    }
    await Promise.all([...Array.from({ length: concurrency }, keepUploading), killing()])
    // The last file is deleted just after its slip was committed.
    await sleep(1_000)
    await sweepADayLater()
    const { slips, ...left } = await readFinalState()
    const findings: Finding[] = []
    await verifyAudit(databaseUrl(data_dir), headsFile(data_dir), (finding) => findings.push(finding))
    console.log(`upload crash: ${JSON.stringify({ kills: kills.length, files, slips: slips.length })}`)
    expect(uploads.filter(({ status, reason }) => status !== uploadStatus.done || reason !== null)).toEqual([])
    expect(uploads).toHaveLength(files)
    const whole_file = { line_count: rows_of_file, lines: rows_of_file, quantity: rows_of_file * 2 }
    expect(slips).toEqual(Array.from({ length: files }, (_, n) => ({ file_name: fileName(n), ...whole_file })))
    expect({ ...left, findings }).toEqual({ strays: [], tables: [], spooled: [], findings: [] })
  } finally {
    await program.stop()
    removePlace(data_dir)
  }
}, 240_000)
