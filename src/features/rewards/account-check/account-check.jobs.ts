/**
 * Checks the accounts of a batch at the telecom, a slice at a time: what was answered is kept with its slice, so that after a kill the work goes on
 * from there. A check changes nothing at the telecom, so one that was cut off is simply made again.
 * unscoped: the program's own work
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
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
const doing = 'Kiểm tra tài khoản ở đối tác'

type CheckContext = Pick<JobContext, 'main' | 'gateways'>

export const accountCheckJobs = (context: CheckContext): QueuedJob[] => [
  queuedJob<{ batch_id: number }>(check_job, {
    title: doing,
    run: ({ batch_id }, task) => checkBatch(context, batch_id, task),
  }),
]

/** What a run could not finish in its time, and what was added while one was just ending. */
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

/** A slice is a few seconds of work. */
const most_in_slice = 200
/** Under way at the telecom at the same time; how fast they go is the gateway's own pace. */
const at_once = 20
/** Then another run goes on: one that takes too long is given to another program. */
const longest_run_ms = 30 * 60_000
/** So often an account is checked before people are asked. */
export const most_tries = 3
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
  const until = performance.now() + longest_run_ms
  while (!signal.aborted && performance.now() < until && (await isOpen(main, batch_id))) {
    const items = await dueItems(main, batch_id)
    const answers = await answersOf(gateways.telecom, items, signal)
    if (answers.length > 0) await keepAnswers(main, batch_id, answers)
    // Nothing was sent, or all that wait were tried a moment ago.
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
    .limit(most_in_slice)
    .execute()
}

interface ServedCall {
  item: Item
  answer: AccountAnswer
}

/** What the telecom says of them; those to which nothing was sent are left out, and so are all after the end was called. */
async function answersOf(
  telecom: TelecomGateway | null,
  items: readonly Item[],
  signal: AbortSignal,
): Promise<ServedCall[]> {
  const answers: ServedCall[] = []
  const rest = [...items]
  const work = async () => {
    for (let item = rest.shift(); item && !signal.aborted; item = rest.shift()) {
      const answer = telecom ? await telecom.checkAccount(item.msisdn) : without_gateway
      if (answer.outcome === 'unsent') return
      answers.push({ item, answer })
    }
  }
  await Promise.all(Array.from({ length: at_once }, work))
  return answers
}

const without_gateway: AccountAnswer = {
  outcome: 'closed',
  name: null,
  code: 'config',
  message: 'Cổng Viettel Money chưa được cấu hình.',
}

function keepAnswers(main: Db, batch_id: number, answers: readonly ServedCall[]): Promise<void> {
  const rows = answers.map(({ item, answer }) => ({
    item_id: item.item_id,
    version: item.version,
    ...resultOf(item, answer),
    account_name: answer.name && printable(answer.name, 200),
    result_code: printable(answer.code, 50),
    result_message: printable(answer.message, 300),
    tries: item.tries + 1,
  }))
  return asProgram(main, doing, async (db) => {
    // The batch before its accounts, as calls lock them.
    await sql`select from account_check where batch_id = ${batch_id} for update`.execute(db)
    // Who has changed the name meanwhile, or asked for it anew, wants another answer.
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

/** Without control characters, cut: partners may write what no text column takes. */
const printable = (text: string, most: number) => text.toWellFormed().replaceAll(/\p{C}/gu, '').slice(0, most)

/** `wait_s` until it is tried again; null where the answer stays. */
function resultOf(
  { cust_name, tries }: Item,
  { outcome, name }: AccountAnswer,
): { status: AccountStatus; wait_s: number | null } {
  const ended = (status: AccountStatus) => ({ status, wait_s: null })
  if (outcome === 'exists') return ended(isSameName(cust_name, name!) ? accountStatus.match : accountStatus.mismatch)
  if (outcome === 'absent') return ended(accountStatus.absent)
  if (outcome === 'closed' || tries + 1 >= most_tries) return ended(accountStatus.error)
  return { status: accountStatus.waiting, wait_s: wait_s * (tries + 1) }
}
