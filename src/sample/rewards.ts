/**
 * The sample's rewards of the last days: created and batched as the program does it, approved by the sample's staff and paid, some unsuccessfully.
 * unscoped: the sample's own
 */
import { sql } from 'kysely'
import { actAs, staffMember, type SamplePerson } from './act.ts'
import { addClaims } from './claims.ts'
import type { Report } from './parts.ts'
import { asProgram } from '#server/audit/without-call.ts'
import type { Db } from '#server/database/transaction.ts'
import type { FileStore } from '#server/files/files.ts'
import type { Gateways } from '#server/gateways/configure.ts'
import type { PayoutAnswer } from '#server/gateways/gateway.ts'
import { product } from '#features/results/product/product.contract.ts'
import { runPrizes } from '#features/results/prize-run/prize-run.jobs.ts'
import { runStatus } from '#features/results/prize-run/prize-run.contract.ts'
import { batchStatus, itemStatus, rewardBatch } from '#features/rewards/batch/batch.contract.ts'
import batchService from '#features/rewards/batch/batch.server.ts'
import { makeBatches } from '#features/rewards/batch/make-batches.server.ts'
import { payBatch } from '#features/rewards/batch/pay-batch.server.ts'
import { expireRewards } from '#features/rewards/deadline/expire-rewards.jobs.ts'
import { rewardPayouts } from '#features/rewards/push/pay-reward.server.ts'
import { rewardForm, rewardStatus } from '#features/rewards/reward/reward.contract.ts'
import { createAllRewards } from '#features/rewards/reward/reward.jobs.ts'
import { payJob } from '#features/wallets/payout/payout.contract.ts'
import { beginPayouts, settlePayouts } from '#features/wallets/payout/payout-journal.server.ts'

const { keno, lotto535, loto, central } = product
/** Maximum amount in đồng that the program pays into wallets without approval. */
const max_auto_amount = 100_000
const bank_from = 1_000_000
/** Manual batches: first and last day, in days before today. */
const manual_batch_days = [
  [14, 10],
  [9, 6],
  [5, 4],
] as const
/** Number of days with the automatic batches. */
const automatic_days = 4
/** Number of newest batches left for approval. */
const waiting_count = 3

/** Adds payout forms besides the wallet: large prizes to banks, some games to MoMo or Viettel Money. */
export async function addRewardForms(db: Db): Promise<void> {
  await sql`update reward_form set auto_most = ${max_auto_amount} where form = ${rewardForm.wallet}`.execute(db)
  await sql`
    insert into reward_form (form_name, place, category, handling, amount_from, form) values
      ('Giải lớn mua trên ứng dụng: ngân hàng', 3, null, 1, ${bank_from}, ${rewardForm.bank}),
      ('Giải lớn, cửa hàng giữ vé: ngân hàng', 4, null, 2, ${bank_from}, ${rewardForm.bank}),
      ('Keno: về MoMo', 5, ${keno}, 1, 0, ${rewardForm.momo}),
      ('Lotto 5/35: về MoMo', 6, ${lotto535}, 1, 0, ${rewardForm.momo}),
      ('Lô tô: về Viettel Money', 7, ${loto}, 1, 0, ${rewardForm.telecom}),
      ('Miền Trung: Viettel Money', 8, ${central}, 2, 0, ${rewardForm.telecom})`.execute(db)
}

/** Runs once after the sales. Failures are reported; the remaining work is left to the program and its users. */
export async function loadRewards(main: Db, { files, report }: { files: FileStore; report: Report }): Promise<void> {
  try {
    await asProgram(main, 'Nạp dữ liệu mẫu', addRewardForms)
    const draws = await decidedDraws(main)
    // Draws do not depend on one another: two at a time use both cores of a small machine.
    const undecided = draws.values()
    const decide = async () => {
      for (const { period_id } of undecided) await runPrizes(main, period_id)
    }
    await Promise.all([decide(), decide()])
    // One after the other, so that rewards are numbered in the order of their draws.
    for (const { period_id } of draws) await createAllRewards(main, period_id)
    await addManualBatches(main)
    for (const { period_id, ago } of draws)
      if (ago < automatic_days) await makeBatches(main, period_id, async () => undefined)
    await payBatches(main)
    await expireUnclaimed(main)
    await addClaims(main, files, await staffMember(main, 'ketoan'))
  } catch (error) {
    report('✗ Không trả được hết giải thưởng mẫu; chương trình vẫn chạy, chi tiết ở trong log.', error)
  }
}

interface Draw {
  period_id: number
  /** Days since the draw. */
  ago: number
}

async function decidedDraws(main: Db): Promise<Draw[]> {
  const { rows } = await sql<Draw>`
    select period_id, current_date - p.open_date as ago from prize_run r join draw_period p using (period_id)
    where r.status = ${runStatus.under_way} order by p.draw_at, period_id`.execute(main)
  return rows
}

/** Adds the accountant's manual batches of the earlier draws, each covering several days. */
async function addManualBatches(main: Db): Promise<void> {
  const accountant = await staffMember(main, 'ketoan')
  for (const [from, to] of manual_batch_days)
    await asProgram(main, 'Nạp dữ liệu mẫu', async (db) => {
      const act = actAs(db, batchService, accountant)
      const { rows } = await sql<{ from_date: string; to_date: string; name: string }>`
        select f as from_date, t as to_date, 'Giải quay ' || to_char(f, 'DD/MM') || '–' || to_char(t, 'DD/MM') as name
        from (select current_date - ${from}::integer as f, current_date - ${to}::integer as t) d`.execute(db)
      const { name, ...range } = rows[0]!
      const filter = { ...range, status_push: rewardStatus.waiting }
      const { done } = await act(rewardBatch.createPreview, { filter })
      if (done > 0) await act(rewardBatch.create, { name, filter })
    })
}

async function payBatches(main: Db): Promise<void> {
  const { rows } = await sql<{ batch_id: number; status: number }>`
    select b.batch_id, b.status from reward_batch b order by b.batch_id`.execute(main)
  const manualBatches = rows.filter(({ status }) => status === batchStatus.waiting)
  const waiting = new Set(manualBatches.slice(-waiting_count).map(({ batch_id }) => batch_id))
  const [accountant, approver] = [await staffMember(main, 'ketoan'), await staffMember(main, 'duyetchi')]
  for (const { batch_id, status } of rows) {
    if (status === batchStatus.waiting) {
      if (waiting.has(batch_id)) continue
      await approve(main, batch_id, accountant)
      await approve(main, batch_id, approver)
    }
    await payAndSettle(main, batch_id)
    await backdateBatch(main, batch_id)
  }
  // One of the batches left for approval needs two approvals and has one.
  const [firstWaiting] = waiting
  if (firstWaiting !== undefined) await approve(main, firstWaiting, accountant, { only_first: true })
}

/** Approves the batch if it still needs an approval. */
function approve(main: Db, batch_id: number, approver: SamplePerson, { only_first = false } = {}): Promise<void> {
  return asProgram(main, 'Nạp dữ liệu mẫu', async (db) => {
    const act = actAs(db, batchService, approver)
    const { batch } = await act(rewardBatch.detail, { batch_id })
    if (batch.status !== batchStatus.waiting || (only_first && batch.approvals_left < 2)) return
    await act(rewardBatch.approve, { batch_id })
  })
}

/** Placeholder for configured gateways, whose responses are generated here. */
const configuredGateways = { momo: {}, bank: {}, telecom: {}, statements: null } as unknown as Gateways

async function payAndSettle(main: Db, batch_id: number): Promise<void> {
  const queued: number[] = []
  const addToQueue = (name: string, data: object) => {
    if (name === payJob.reward) queued.push((data as { reward_id: number }).reward_id)
  }
  const stop = new AbortController()
  const paying = payBatch({ main, gateways: configuredGateways }, batch_id, {
    signal: stop.signal,
    is_last: false,
    enqueue: async (_db, name, data) => addToQueue(name, data),
    enqueueAll: async (_db, name, jobs) => jobs.forEach(({ data }) => addToQueue(name, data)),
  })
  let isPaying = true
  void paying.finally(() => (isPaying = false)).catch(() => undefined)
  while (isPaying) {
    const reward_id = queued.shift()
    if (reward_id !== undefined) await settleReward(main, reward_id)
    else await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await paying
}

/** Every fifth gateway payment fails, and one of the last has an unknown outcome. */
async function settleReward(main: Db, reward_id: number): Promise<void> {
  await asProgram(main, 'Nạp dữ liệu mẫu', async (db) => {
    const [order] = await beginPayouts(db, rewardPayouts, [reward_id])
    if (!order) return
    await settlePayouts(db, rewardPayouts, [{ order, answer: gatewayAnswer(reward_id, order.gateway), is_last: true }])
  })
}

let answer_count = 0

function gatewayAnswer(reward_id: number, gateway: string): PayoutAnswer {
  const n = ++answer_count
  const trans_id = gateway === 'momo' ? String(4_000_900_000 + reward_id) : `FT${25_327_000_000 + reward_id}`
  if (n === 6)
    return { outcome: 'unknown', code: 'timeout', message: 'Cổng chi trả không trả lời kịp.', trans_id: null }
  if (n % 5 !== 2) return { outcome: 'paid', code: gateway === 'momo' ? '0' : '00', message: 'Thành công.', trans_id }
  if (gateway === 'momo')
    return { outcome: 'failed', code: '4001', message: 'Tài khoản người nhận bị hạn chế.', trans_id: null }
  if (gateway === 'telecom')
    return {
      outcome: 'failed',
      code: 'NAME_MISMATCH',
      message: 'Tên tại Viettel Money không khớp với tên người nhận.',
      trans_id: null,
    }
  return { outcome: 'failed', code: 'NO_ACCOUNT', message: 'Tài khoản không tồn tại.', trans_id: null }
}

/** Backdates the payment to within an hour after the draw. */
async function backdateBatch(main: Db, batch_id: number): Promise<void> {
  await asProgram(main, 'Nạp dữ liệu mẫu', async (db) => {
    const { rows } = await sql<{ ago: string }>`
      select greatest(now() - max(p.draw_at) - interval '40 minutes', interval '0') as ago
      from reward_batch_item i join reward r using (reward_id) join draw_period p using (period_id) where i.batch_id = ${batch_id}`.execute(
      db,
    )
    const { ago } = rows[0]!
    await sql`
      update reward_batch set created_at = created_at - ${ago}::interval, first_at = first_at - ${ago}::interval + interval '4 minutes',
        approved_at = approved_at - ${ago}::interval + interval '11 minutes', started_at = started_at - ${ago}::interval + interval '11 minutes',
        finished_at = finished_at - ${ago}::interval + interval '12 minutes' where batch_id = ${batch_id}`.execute(db)
    await sql`
      update reward r set created_at = r.created_at - ${ago}::interval, first_at = r.first_at - ${ago}::interval + interval '4 minutes',
        approved_at = r.approved_at - ${ago}::interval + interval '11 minutes', finished_at = r.finished_at - ${ago}::interval + interval '12 minutes'
      from reward_batch_item i where i.reward_id = r.reward_id and i.batch_id = ${batch_id} and i.status <> ${itemStatus.waiting}`.execute(
      db,
    )
    await sql`
      update reward_batch_item set ended_at = ended_at - ${ago}::interval + interval '12 minutes' where batch_id = ${batch_id}`.execute(
      db,
    )
    await sql`
      update payout o set created_at = o.created_at - ${ago}::interval, sent_at = o.sent_at - ${ago}::interval + interval '11 minutes',
        answered_at = o.answered_at - ${ago}::interval + interval '12 minutes'
      from reward_batch_item i where i.reward_id = o.reward_id and i.batch_id = ${batch_id}`.execute(db)
  })
}

/** Expires the reward of a winner who never came to a counter. */
async function expireUnclaimed(main: Db): Promise<void> {
  await asProgram(main, 'Nạp dữ liệu mẫu', (db) =>
    sql`
      update reward set claim_until = current_date - 1 where reward_id = (
        select min(reward_id) from reward where status = 1 and form = ${rewardForm.counter})`.execute(db),
  )
  await expireRewards(main)
}
