import { max_bulk_rows } from '#contract/call.ts'
import { sql } from 'kysely'
import type { Refusal } from '#contract/errors.ts'
import type { Move } from '#contract/lifecycle.ts'
import { assertSameCount, assertSameVersions, runBulk, second_person } from '#server/record/bulk.ts'
import { checkDays, paginate, sortOf } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import type { Fail } from '#server/fail.ts'
import { serve, type Context } from '#server/serve.ts'
import { moveLocked } from '#server/record/move.ts'
import { changeColumns, hasChanged } from '#server/record/change-columns.ts'
import { hasRight, type Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { moneyConfigOf } from '#features/wallets/money-config/money-config.server.ts'
import { bankWithdrawalPage, momoWithdrawalPage } from '#features/wallets/pages.contract.ts'
import { payoutStatus, type PayoutStatus } from '#features/wallets/payout/payout.contract.ts'
import { endPayout, newPayouts } from '#features/wallets/payout/payout-journal.server.ts'
import { assertWithinDay } from './request-withdrawal.server.ts'
import { withdrawalPayouts } from './settle.server.ts'
import { holdMoney, holdRef, payFromFund, payOutside, releaseMoney } from './withdrawal-money.server.ts'
import {
  withdrawals,
  withdrawalLife,
  withdrawalMethod,
  withdrawalStatus,
  type WithdrawalMethod,
} from './withdrawal.contract.ts'
import { cancel_job, pay_job } from './withdrawal.jobs.ts'
import {
  findWithdrawal,
  findWithdrawalWithHold,
  lockWithdrawal,
  selectWithdrawal,
  withdrawalQuery,
  type LockedWithdrawal,
} from './withdrawal.query.server.ts'
import { gatewayOf, riskSignalsOf, whyNot, type WithdrawalAct, type WithdrawalRefusal } from './withdrawal.rules.ts'

export default serve(withdrawals, {
  list: (context) => listOf(context, withdrawalMethod.bank),
  listMomo: (context) => listOf(context, withdrawalMethod.momo),

  detail: async ({ db, me, input: { withdrawal_id }, fail }) => {
    const withdrawal = await findWithdrawalWithHold(db, me, withdrawal_id)
    if (!withdrawal || !mayOn(me, withdrawal.method, 'view')) return fail('request_not_found')
    const payouts = await db
      .selectFrom('payout')
      .select(['order_id', 'status', 'tries', 'sent_at', 'answered_at', 'result_code', 'result_message', 'trans_id'])
      .$narrowType<{ status: PayoutStatus }>()
      .where('withdrawal_id', '=', withdrawal_id)
      .where(within(me, 'payout'))
      .orderBy('payout_id', 'desc')
      .limit(100)
      .execute()
    return { ...withdrawal, ledger_ref: holdRef(withdrawal), payouts }
  },

  update: async (context) => {
    const { db, me, input, fail } = context
    const withdrawal = await lockVersion(context)
    const act = actTo[input.status] ?? fail('action_invalid')
    if (input.amount != null && input.amount !== withdrawal.amount) fail('amount_wrong')
    const refusal = whyNotAct(me, withdrawal, act, input.note)
    if (refusal) fail(refusal.error, refusal.data)
    await perform[act](context, withdrawal, input.note ?? null)
    return (await findWithdrawal(db, me, withdrawal.withdrawal_id))!
  },

  updatePreview: async (context) => {
    const { me, input } = context
    return runBulk(
      await chosenWithdrawals(context, findWithdrawal),
      async (row) => whyNotAct(me, row, input.action, input.note ?? 'chạy thử') ?? outcomeOf(row, input.action),
    )
  },

  updateBatch: async (context) => {
    const { me, input } = context
    return runBulk(await chosenWithdrawals(context, lockWithdrawal), async (row) => {
      const refusal = whyNotAct(me, row, input.action, input.note)
      if (refusal) return refusal
      await perform[input.action](context, row, input.note ?? null)
      return outcomeOf(row, input.action)
    })
  },

  retry: async (context) => {
    const { db, me, can_pay, fail } = context
    const withdrawal = await lockVersion(context)
    const refusal = whyNotAct(me, withdrawal, 'retry', null)
    if (refusal) fail(refusal.error, refusal.data)
    if (withdrawal.status === withdrawalStatus.unknown && !can_pay.has(gatewayOf(withdrawal.method)))
      fail('action_invalid', { message: 'Chưa cấu hình cổng chi trả nên không truy vấn lại được.' })
    await retry(context, withdrawal)
    return (await findWithdrawal(db, me, withdrawal.withdrawal_id))!
  },
})

/** What a batch reports for an allowed act beside success: that a second person must approve too; null when nothing. */
function outcomeOf({ approvals_left }: { approvals_left: number }, act: WithdrawalAct) {
  return act === 'process' && approvals_left > 1 ? second_person : null
}

/** The act that leads to a status. */
const actTo: Partial<Record<number, WithdrawalAct>> = {
  [withdrawalStatus.processing]: 'process',
  [withdrawalStatus.done]: 'complete',
  [withdrawalStatus.rejected]: 'reject',
  [withdrawalStatus.cancelling]: 'cancel',
}

async function listOf(
  { db, me, input, fail }: Context<typeof withdrawals.list> | Context<typeof withdrawals.listMomo>,
  method: WithdrawalMethod,
) {
  checkDays(input, fail)
  const [column, direction] = sortOf(input.sort, '-created_at')
  const query = selectWithdrawal(withdrawalQuery(db, me, input).where('w.method', '=', method))
    .orderBy(sql.ref(`w.${column}`), direction)
    .orderBy('w.withdrawal_id', direction)
  return paginate(db, query, input, ['amount', 'fee'])
}

/** Each method has a page, and so rights of its own. */
function mayOn(me: Me, method: WithdrawalMethod, right: 'view' | 'approve'): boolean {
  return hasRight(me, (method === withdrawalMethod.bank ? bankWithdrawalPage : momoWithdrawalPage)[right])
}

/** Locks the withdrawal; refuses when the person may not act on it, or when it has changed since they saw it. */
async function lockVersion({
  db,
  me,
  input: { withdrawal_id, version },
  fail,
}: {
  db: Db
  me: Me
  input: { withdrawal_id: number; version?: number | null | undefined }
  fail: Fail<'request_not_found' | 'changed_by_other'>
}): Promise<LockedWithdrawal> {
  const withdrawal = await lockWithdrawal(db, me, withdrawal_id)
  if (!withdrawal || !mayOn(me, withdrawal.method, 'approve')) return fail('request_not_found')
  if (hasChanged(withdrawal, version))
    fail('changed_by_other', { current: await findWithdrawal(db, me, withdrawal_id) })
  return withdrawal
}

interface ActRefusal extends Refusal<WithdrawalRefusal['error'] | 'request_invalid'> {
  data: { message: string; fields?: Record<string, string> }
}

/** Why this act is not possible; a person who ends a withdrawal manually must give a reason. */
function whyNotAct(
  me: Me,
  withdrawal: Parameters<typeof whyNot>[1],
  act: WithdrawalAct,
  note: string | null | undefined,
): ActRefusal | null {
  const refusal = whyNot(act, withdrawal, me)
  if (refusal) return { ...refusal, data: { message: refusal.message } }
  if ((act !== 'reject' && act !== 'complete') || note) return null
  const message = 'Hãy ghi lý do.'
  return { error: 'request_invalid', message, data: { message, fields: { note: message } } }
}

type ActContext = Pick<Context<typeof withdrawals.update>, 'db' | 'me' | 'enqueue' | 'can_pay'>
type ActHandler = (context: ActContext, withdrawal: LockedWithdrawal, note: string | null) => Promise<unknown>

/** What each act does to a locked withdrawal; the caller has checked that it is possible. */
const perform: Record<WithdrawalAct, ActHandler> = { process, cancel, complete, reject, retry }

const { moves } = withdrawalLife
const now = sql<string>`clock_timestamp()`
const processedBy = (me: Me) => ({ processed_by: me.user_id, processed_at: now })
const firstApprovalBy = (me: Me) => ({ first_by: me.user_id, first_at: now })

/** A gateway pays it; otherwise staff pay it themselves. */
const isPaidByGateway = ({ can_pay }: ActContext, { method }: LockedWithdrawal) => can_pay.has(gatewayOf(method))

function makeMove({ db, me }: ActContext, { withdrawal_id }: LockedWithdrawal, move: Move, change: object) {
  return moveLocked(db, 'withdrawal', { withdrawal_id }, move, { ...change, ...changeColumns(me) })
}

async function process(context: ActContext, withdrawal: LockedWithdrawal, note: string | null) {
  const { db, me } = context
  if (withdrawal.approvals_left > 1) {
    await db
      .updateTable('withdrawal')
      .set({ ...firstApprovalBy(me), ...(note && { note }), ...changeColumns(me) })
      .where('withdrawal_id', '=', withdrawal.withdrawal_id)
      .where('status', 'in', moves.process.from)
      .where(within(me, 'withdrawal'))
      .execute()
    return
  }
  await makeMove(context, withdrawal, moves.process, processedBy(me))
  if (!isPaidByGateway(context, withdrawal)) return
  // The gateway's answer decides, so there must be an order.
  await makeOrder(db, withdrawal)
  await enqueuePayment(context, withdrawal)
}

async function cancel(context: ActContext, withdrawal: LockedWithdrawal, note: string | null) {
  const { withdrawal_id } = withdrawal
  await makeMove(context, withdrawal, moves.cancel, note ? { note } : {})
  await context.enqueue(context.db, cancel_job, { withdrawal_id }, String(withdrawal_id))
}

async function complete(context: ActContext, withdrawal: LockedWithdrawal, note: string | null) {
  const { db } = context
  await (withdrawal.payout_status === null ? payOutside : payFromFund)(db, withdrawal)
  await makeMove(context, withdrawal, moves.complete, { note, finished_at: now })
  await endPayout(db, withdrawalPayouts, withdrawal.withdrawal_id, payoutStatus.paid)
}

async function reject(context: ActContext, withdrawal: LockedWithdrawal, note: string | null) {
  const { db } = context
  await releaseMoney(db, withdrawal)
  await endPayout(db, withdrawalPayouts, withdrawal.withdrawal_id, payoutStatus.failed)
  // No new order may follow, because the gateway may have paid after all.
  await makeMove(context, withdrawal, moves.reject, { payout_id: null, note, finished_at: now })
}

async function retry(context: ActContext, withdrawal: LockedWithdrawal) {
  const { db, me } = context
  if (withdrawal.status === withdrawalStatus.rejected) {
    await assertWithinDay(db, withdrawal)
    const retried = { ...withdrawal, hold_count: withdrawal.hold_count + 1 }
    await holdMoney(db, retried)
    const reset = { hold_count: retried.hold_count, note: null, finished_at: null, payout_id: null }
    if (withdrawal.first_by === null && withdrawal.amount >= (await moneyConfigOf(db)).withdrawal_second_from) {
      const unprocessed = { processed_by: null, processed_at: null }
      return makeMove(context, withdrawal, moves.reopen, { ...reset, ...firstApprovalBy(me), ...unprocessed })
    }
    await makeMove(context, withdrawal, moves.retry, { ...reset, ...processedBy(me) })
    if (isPaidByGateway(context, withdrawal)) await makeOrder(db, retried)
  }
  if (isPaidByGateway(context, withdrawal)) await enqueuePayment(context, withdrawal)
}

function enqueuePayment({ db, enqueue }: ActContext, { withdrawal_id }: LockedWithdrawal) {
  return enqueue(db, pay_job, { withdrawal_id }, String(withdrawal_id), { now: true })
}

/** Makes an order to its gateway, its last one. */
async function makeOrder(db: Db, withdrawal: LockedWithdrawal): Promise<void> {
  const { withdrawal_id, withdrawal_code, hold_count, method, amount } = withdrawal
  const order = { id: withdrawal_id, code: withdrawal_code, attempt: hold_count, gateway: gatewayOf(method), amount }
  const [payout_id] = await newPayouts(db, withdrawalPayouts, [order])
  await db.updateTable('withdrawal').set({ payout_id }).where('withdrawal_id', '=', withdrawal_id).execute() // unscoped: the caller has locked it
}

type Batch = Context<typeof withdrawals.updateBatch> | Context<typeof withdrawals.updatePreview>

/** The chosen withdrawals that the person may act on, by number, each read by `find`. */
async function chosenWithdrawals<W extends Awaited<ReturnType<typeof findWithdrawal>>>(
  { db, me, input, fail }: Batch,
  find: (db: Db, me: Me, withdrawal_id: number) => Promise<W>,
) {
  const ids = input.ids ?? []
  const methods = Object.values(withdrawalMethod).filter((method) => mayOn(me, method, 'approve'))
  const keys = await withdrawalQuery(db, me, input.filter ?? {})
    .select('w.withdrawal_id as id')
    .where('w.method', 'in', methods)
    .$if(!input.filter, (query) => query.where('w.withdrawal_id', '=', sql<number>`any (${ids}::integer[])`))
    .orderBy('w.withdrawal_id')
    .limit(max_bulk_rows + 1)
    .execute()
  assertSameCount(keys.length, input.expected, fail)
  const rows: ({ id: number; label: string; signals: string[] } & NonNullable<W>)[] = []
  for (const { id } of keys) {
    const withdrawal = (await find(db, me, id))!
    const signals = input.action === 'process' ? riskSignalsOf(withdrawal).map(({ text }) => text) : []
    rows.push({ id, label: `${withdrawal.withdrawal_code} · ${withdrawal.full_name}`, ...withdrawal, signals })
  }
  assertSameVersions(rows, input.seen, fail)
  return rows
}
