/**
 * Pays the lines of a batch, several per transaction, so that an interruption loses no payment and repeats none.
 * unscoped: the program's own work
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/database/transaction.ts'
import { paying, type Gateways } from '#server/gateways/configure.ts'
import type { GatewayName } from '#server/gateways/gateway.ts'
import type { Task } from '#server/jobs/jobs.ts'
import { asProgram } from '#server/audit/without-call.ts'
import { payableAtGateway } from '#features/wallets/fund/gateway-funds.server.ts'
import { lockRewardsToPay, type RewardToPay } from '#features/rewards/push/lock-reward.server.ts'
import { pushReward, pushRewards } from '#features/rewards/push/pay-reward.server.ts'
import { rewardForm, type RewardForm } from '#features/rewards/reward/reward.contract.ts'
import { gatewayOfForm } from '#features/rewards/reward/reward.rules.ts'
import { batchStatus, itemStatus, type BatchStatus } from './batch.contract.ts'
import { stopBatch, takeOut, finishIfDone } from './batch-moves.server.ts'

const doing = 'Trả thưởng theo lô'
const { waiting, pushing, failed } = itemStatus

/** The maximum number of payments in progress at gateways; also limited by `stop_after`, the number of consecutive failures that stops the batch. */
const max_pushing = 64
const rest_ms = 100
/** The maximum number of lines per transaction, because others wait for its locks. */
const batch_size = 32
/** The time limit of a run; the next run continues. */
const max_run_ms = 10 * 60_000

interface Context {
  main: Db
  gateways: Gateways
}

/** Pays a batch until all lines have ended or it stops. Sends nothing for a batch that is not running. */
export async function payBatch({ main, gateways }: Context, batch_id: number, task: Task): Promise<void> {
  const until = performance.now() + max_run_ms
  const pushContext = { can_pay: paying(gateways), enqueue: task.enqueue, enqueueAll: task.enqueueAll }
  while (!task.signal.aborted && performance.now() < until) {
    const state = await readState(main, batch_id)
    if (state?.status !== batchStatus.running || state.waiting + state.pushing === 0) break
    if (state.has_failed_in_a_row) {
      const reason = `${state.stop_after} giao dịch liên tiếp thất bại, hãy kiểm tra cổng chi trả và người nhận.`
      await asProgram(main, doing, (db) => stopLocked(db, batch_id, { reason, missing: null }))
      break
    }
    const room = Math.max(0, Math.min(max_pushing, state.stop_after) - state.pushing)
    const items = room === 0 ? [] : await nextItems(main, batch_id, room)
    if (!(await payLines(main, items, pushContext, task.signal))) return
    if (items.length === 0) await sleep(rest_ms, undefined, { signal: task.signal }).catch(() => undefined)
  }
  await asProgram(main, doing, async (db) => {
    await lockStatus(db, batch_id, 'update')
    await finishIfDone(db, batch_id)
  })
}

interface State {
  status: BatchStatus
  waiting: number
  pushing: number
  stop_after: number
  has_failed_in_a_row: boolean
}

async function readState(main: Db, batch_id: number): Promise<State | undefined> {
  const { rows } = await sql<State>`
    select b.status, n.waiting, n.pushing, c.stop_after, f.has_failed_in_a_row from reward_batch b, reward_config c,
      lateral (select count(*) filter (where status = ${sql.lit(waiting)}) as waiting, count(*) filter (where status = ${sql.lit(pushing)}) as pushing
        from reward_batch_item where batch_id = b.batch_id and status in (${sql.lit(waiting)}, ${sql.lit(pushing)})) n,
      lateral (select count(*) = c.stop_after and bool_and(status = ${sql.lit(failed)}) as has_failed_in_a_row from (
        select status from reward_batch_item where batch_id = b.batch_id and ended_at > b.started_at order by ended_at desc limit c.stop_after) e) f
    where b.batch_id = ${batch_id}`.execute(main)
  return rows[0]
}

interface Line {
  item_id: number
  batch_id: number
  reward_id: number
  form: RewardForm
}

async function nextItems(main: Db, batch_id: number, max_items: number): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select i.item_id, i.batch_id, i.reward_id, r.form from reward_batch_item i join reward r using (reward_id)
    where i.batch_id = ${batch_id} and i.status = ${sql.lit(waiting)} order by i.item_id limit ${max_items}`.execute(
    main,
  )
  return rows
}

async function lockStatus(db: Db, batch_id: number, strength: 'share' | 'update'): Promise<BatchStatus | undefined> {
  const query = db.selectFrom('reward_batch').select('status').where('batch_id', '=', batch_id)
  const row = await (strength === 'share' ? query.forShare() : query.forUpdate()).executeTakeFirst()
  return row?.status as BatchStatus | undefined
}

async function stopLocked(db: Db, batch_id: number, why: { reason: string; missing: number | null }): Promise<void> {
  if ((await lockStatus(db, batch_id, 'update')) === batchStatus.running) await stopBatch(db, batch_id, why)
}

interface PushContext extends Pick<Task, 'enqueue' | 'enqueueAll'> {
  can_pay: ReadonlySet<GatewayName>
}

/** Returns false when the batch must stop, because a fund has too little money for one of these lines. */
async function payLines(
  main: Db,
  lines: readonly Line[],
  pushContext: PushContext,
  signal: AbortSignal,
): Promise<boolean> {
  // Prizes in cards are paid one after the other, because each changes the stock.
  const inCards = ({ form }: Line) => form === rewardForm.card
  const card_lines = lines.filter(inCards)
  const other_lines = lines.filter((line) => !inCards(line))
  for (let from = 0; from < other_lines.length; from += batch_size) {
    if (signal.aborted) return true
    const chunk = other_lines.slice(from, from + batch_size)
    try {
      await asProgram(main, doing, (db) => pushLines(db, chunk, pushContext))
    } catch (error) {
      // One of the lines is refused. Paid singly, the refused line gets its reason and the others are paid.
      if (!(error instanceof Failure)) throw error
      if (!(await payOneByOne(main, chunk, pushContext, signal))) return false
    }
  }
  return payOneByOne(main, card_lines, pushContext, signal)
}

async function payOneByOne(
  main: Db,
  lines: readonly Line[],
  pushContext: PushContext,
  signal: AbortSignal,
): Promise<boolean> {
  for (const line of lines) {
    if (signal.aborted) return true
    if (!(await payLine(main, line, pushContext))) return false
  }
  return true
}

/** Returns false when the batch must stop, because a fund has too little money for this line. */
async function payLine(main: Db, line: Line, pushContext: PushContext): Promise<boolean> {
  try {
    await asProgram(main, doing, (db) => pushLines(db, [line], pushContext))
    return true
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { message } = error
    await asProgram(main, doing, async (db) => {
      if (error.error === 'debt_not_enough')
        return stopLocked(db, line.batch_id, { reason: message, missing: await missingFor(db, line) })
      await lockStatus(db, line.batch_id, 'update')
      await takeOut(db, line.batch_id, message, onlyThis(line))
    })
    return error.error !== 'debt_not_enough'
  }
}

const onlyThis = ({ item_id }: Pick<Line, 'item_id'>) => sql<boolean>`i.item_id = ${item_id}`

/** Pushes lines of one batch. Lock order: the batch before orders and rewards. */
async function pushLines(db: Db, lines: readonly Line[], pushContext: PushContext): Promise<void> {
  const { batch_id } = lines[0]!
  if ((await lockStatus(db, batch_id, 'share')) !== batchStatus.running) return
  const rewards = await lockRewardsToPay(
    db,
    lines.map(({ reward_id }) => reward_id),
  )
  const { rows } = await sql<Approval>`
    select i.item_id, i.reward_id, i.reward_version, b.is_auto, b.ledger_id, b.approved_by, b.first_by, b.first_at
    from reward_batch_item i join reward_batch b using (batch_id)
    where i.item_id = any (${lines.map(({ item_id }) => item_id)}::integer[]) and i.status = ${sql.lit(waiting)} order by i.item_id`.execute(
    db,
  )
  const chosenRewards: RewardToPay[] = []
  for (const approval of rows) {
    const reward = rewards.get(approval.reward_id)
    // The reward was changed meanwhile.
    if (!reward) continue
    const refusal = whyNotPaid(reward, approval)
    if (refusal === null) chosenRewards.push(reward)
    else await takeOut(db, batch_id, refusal, onlyThis(approval))
  }
  const [approval] = rows
  if (!approval || chosenRewards.length === 0) return
  const { ledger_id, approved_by, first_by, first_at } = approval
  const terms = { ...pushContext, approved_by, source_id: ledger_id, columns: { first_by, first_at } }
  const [reward, ...other_rewards] = chosenRewards
  await (other_rewards.length > 0 ? pushRewards(db, chosenRewards, terms) : pushReward(db, reward!, terms))
}

interface Approval {
  item_id: number
  reward_id: number
  ledger_id: number
  reward_version: number | null
  is_auto: boolean
  approved_by: number | null
  first_by: number | null
  first_at: string | null
}

/** Why a line is not paid: the reward has changed since its approval, or needs more approval by the current rules. */
function whyNotPaid(reward: RewardToPay, { reward_version, is_auto, first_by }: Approval): string | null {
  if (reward.version !== reward_version) return 'Khoản này đã thay đổi sau khi lô được duyệt.'
  if (reward.trouble !== null) return `${reward.trouble}.`
  if (is_auto && !reward.may_auto) return 'Nay vượt giới hạn tự động trả, cần người duyệt.'
  if (!is_auto && reward.needs_two && first_by === null) return 'Nay cần hai người duyệt.'
  return null
}

/** The missing amount, in đồng, of the gateway's fund for the rest of the batch with this line; null for forms without a gateway. */
async function missingFor(db: Db, { batch_id, reward_id }: Line): Promise<number | null> {
  const { rows } = await sql<{ form: RewardForm; needed: number }>`
    select form, (select coalesce(sum(i.net), 0) from reward_batch_item i join reward r using (reward_id)
      where i.batch_id = ${batch_id} and i.status = ${sql.lit(waiting)} and r.form = own.form) as needed
    from reward own where reward_id = ${reward_id}`.execute(db)
  const { form, needed } = rows[0]!
  const gateway = gatewayOfForm(form)
  if (!gateway) return null
  const free_amount = await payableAtGateway(db, gateway, { lock: false, reserved: false })
  return Math.max(needed - Math.max(free_amount, 0), 0) || null
}
