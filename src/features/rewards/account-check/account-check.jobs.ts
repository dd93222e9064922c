/**
 * Checks the accounts of a batch at the telecom, in slices. The answers of each slice are stored at once, so an interrupted run continues after the
 * last slice. A check changes nothing at the telecom, so an interrupted one is repeated.
 * unscoped: the program's own work
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { storableText } from '#server/gateways/storable-text.ts'
import type { AccountAnswer, TelecomGateway } from '#server/gateways/telecom.ts'
import {
  cronJob,
  queuedJob,
  type CronJob,
  type Enqueue,
  type JobContext,
  type QueuedJob,
  type Task,
} from '#server/jobs/jobs.ts'
import { asProgram } from '#server/audit/without-call.ts'
import type { Db } from '#server/database/transaction.ts'
import { accountStatus, checkStatus, type AccountStatus } from './account-check.contract.ts'
import { isSameName } from './account-name.rules.ts'
import { recount } from './account-check.query.server.ts'

export const check_job = 'account_check.run'
const job_title = 'Kiểm tra tài khoản ở đối tác'

type CheckContext = Pick<JobContext, 'main' | 'gateways'>

/** One job for each batch; a run stops after 30 minutes, and the next one continues. */
export const accountCheckJobs = (context: CheckContext): QueuedJob[] => [
  queuedJob<{ batch_id: number }>(check_job, {
    title: job_title,
    run: ({ batch_id }, task) => checkBatch(context, batch_id, task),
  }),
]

/** Queues batches with waiting accounts again: a run has a time limit, and accounts may be added while a run ends. */
export const accountCheckResumeJob = ({ main }: CheckContext, enqueue: Enqueue): CronJob =>
  cronJob('account_check.resume', {
    cron: '* * * * *',
    run: async () => {
      const open = await main
        .selectFrom('account_check')
        .select('batch_id')
        .where('status', '=', checkStatus.running)
        .execute()
      for (const { batch_id } of open) await enqueue(main, check_job, { batch_id }, String(batch_id))
    },
  })

/** The size of a slice, a few seconds of work. */
const max_in_slice = 200
/** The number of parallel queries; the gateway limits the rate itself. */
const parallel_queries = 20
/** The time limit of a run; the next run continues. A job that takes longer would be given to another program. */
const max_run_ms = 30 * 60_000
/** The number of tries before an account is an error for people. */
export const max_tries = 3
const wait_s = 20
const rest_ms = 1_000

interface Item {
  item_id: number
  msisdn: string
  cust_name: string
  tries: number
  version: number
}

async function checkBatch({ main, gateways }: CheckContext, batch_id: number, { signal }: Task): Promise<void> {
  const until = performance.now() + max_run_ms
  while (!signal.aborted && performance.now() < until && (await isOpen(main, batch_id))) {
    const items = await dueItems(main, batch_id)
    const answers = await answersOf(gateways.telecom, items, signal)
    if (answers.length > 0) await storeAnswers(main, batch_id, answers)
    // Nothing was sent, or all waiting accounts were tried a moment ago.
    if (answers.length === 0) await sleep(rest_ms, undefined, { signal }).catch(() => undefined)
  }
}

async function isOpen(main: Db, batch_id: number): Promise<boolean> {
  const open = await main
    .selectFrom('account_check')
    .select('batch_id')
    .where('batch_id', '=', batch_id)
    .where('status', '=', checkStatus.running)
    .where('waiting_count', '>', 0)
    .executeTakeFirst()
  return open !== undefined
}

function dueItems(main: Db, batch_id: number): Promise<Item[]> {
  return main
    .selectFrom('account_check_item')
    .select(['item_id', 'msisdn', 'cust_name', 'tries', 'version'])
    .where('batch_id', '=', batch_id)
    .where('status', '=', accountStatus.waiting)
    .where((eb) => eb.or([eb('next_try_at', 'is', null), eb('next_try_at', '<=', sql<string>`clock_timestamp()`)]))
    .orderBy('item_id')
    .limit(max_in_slice)
    .execute()
}

interface AnsweredItem {
  item: Item
  answer: AccountAnswer
}

/** The telecom's answers; accounts that were not sent are left out, such as all after an abort. */
async function answersOf(
  telecom: TelecomGateway | null,
  items: readonly Item[],
  signal: AbortSignal,
): Promise<AnsweredItem[]> {
  const answers: AnsweredItem[] = []
  const waiting_items = [...items]
  const work = async () => {
    for (let item = waiting_items.shift(); item && !signal.aborted; item = waiting_items.shift()) {
      const answer = telecom ? await telecom.checkAccount(item.msisdn) : without_gateway
      if (answer.outcome === 'unsent') return
      answers.push({ item, answer })
    }
  }
  await Promise.all(Array.from({ length: parallel_queries }, work))
  return answers
}

const without_gateway: AccountAnswer = {
  outcome: 'closed',
  name: null,
  code: 'config',
  message: 'Cổng Viettel Money chưa được cấu hình.',
}

function storeAnswers(main: Db, batch_id: number, answers: readonly AnsweredItem[]): Promise<void> {
  const rows = answers.map(({ item, answer }) => ({
    item_id: item.item_id,
    version: item.version,
    ...resultOf(item, answer),
    account_name: answer.name && printable(answer.name, 200),
    result_code: printable(answer.code, 50),
    result_message: printable(answer.message, 300),
    tries: item.tries + 1,
  }))
  return asProgram(main, job_title, async (db) => {
    // Lock order as in the calls: the batch before its accounts.
    await sql`select from account_check where batch_id = ${batch_id} for update`.execute(db)
    // An account whose name was changed or that was queued again meanwhile keeps waiting for a new answer.
    await sql`
      update account_check_item i set status = a.status, account_name = a.account_name, result_code = a.result_code,
        result_message = a.result_message, tries = a.tries, checked_at = clock_timestamp(), version = i.version + 1,
        next_try_at = clock_timestamp() + make_interval(secs => a.wait_s)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a(item_id integer, version integer, status smallint,
        wait_s integer, account_name text, result_code text, result_message text, tries smallint)
      where i.item_id = a.item_id and i.version = a.version and i.batch_id = ${batch_id}`.execute(db)
    await recount(db, batch_id)
  })
}

/** Without the invisible characters that a telecom's names may have; cut, because its answers may not fit a text column. */
const printable = (text: string, max_length: number) => storableText(text.replaceAll(/\p{C}/gu, ''), max_length)

/** The status of an answer; `wait_s` are the seconds until the next try, null for a final answer. */
function resultOf(
  { cust_name, tries }: Item,
  { outcome, name }: AccountAnswer,
): { status: AccountStatus; wait_s: number | null } {
  const endedWith = (status: AccountStatus) => ({ status, wait_s: null })
  if (outcome === 'exists')
    return endedWith(isSameName(cust_name, name!) ? accountStatus.match : accountStatus.mismatch)
  if (outcome === 'absent') return endedWith(accountStatus.absent)
  if (outcome === 'closed' || tries + 1 >= max_tries) return endedWith(accountStatus.error)
  return { status: accountStatus.waiting, wait_s: wait_s * (tries + 1) }
}
