import { most_bulk_rows } from '#contract/call.ts'
import { sql } from 'kysely'
import type { Refusal } from '#contract/errors.ts'
import { assertSameCount, assertSameVersions, runBulk, refusal } from '#server/bulk.ts'
import { checkDays, paginate, sortOf } from '#server/list.ts'
import { within } from '#server/scope.ts'
import type { Fail } from '#server/fail.ts'
import { serve, type Context } from '#server/serve.ts'
import { stamped } from '#server/stamp.ts'
import { holds, type Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { moneyConfigOf } from '#features/wallets/money-config/money-config.server.ts'
import { bankWithdrawalPage, momoWithdrawalPage } from '#features/wallets/pages.contract.ts'
import { newPayout } from './settle.server.ts'
import { holdMoney, keyOf, payFromFund, payOutside, releaseMoney } from './withdrawal-money.server.ts'
import {
  payoutStatus,
  withdrawal,
  withdrawalLife,
  withdrawalMethod,
  withdrawalStatus,
  type WithdrawalMethod,
  type WithdrawalStatus,
} from './withdrawal.contract.ts'
import { cancel_job, pay_job } from './withdrawal.jobs.ts'
import { holdWithdrawal, matching, shown, withdrawalOf, type Asked } from './withdrawal.query.server.ts'
import { gatewayOf, whyNot, type WithdrawalAct } from './withdrawal.rules.ts'

export default serve(withdrawal, {
  list: (context) => listOf(context, withdrawalMethod.bank),
  listMomo: (context) => listOf(context, withdrawalMethod.momo),

  detail: async ({ db, me, input: { withdrawal_id }, fail }) => {
    const asked = await holdWithdrawal(db, me, withdrawal_id, 'seen')
    if (!asked || !mayOn(me, asked.method, 'view')) return fail('request_not_found')
    const payouts = await db
      .selectFrom('payout')
      .select(['order_id', 'status', 'tries', 'sent_at', 'answered_at', 'result_code', 'result_message', 'trans_id'])
      .$narrowType<{ status: 1 | 2 | 3 | 4 }>()
      .where('withdrawal_id', '=', withdrawal_id)
      .where(within(me, 'payout'))
      .orderBy('payout_id', 'desc')
      .limit(100)
      .execute()
    return { ...asked, ledger_ref: keyOf(asked), payouts }
  },

  update: async (context) => {
    const { db, me, input, fail } = context
    const asked = await seenWithdrawal(context)
    const act = acts[input.status] ?? fail('action_invalid')
    if (input.amount != null && input.amount !== asked.amount) fail('amount_wrong')
    const against = reasonAgainst(me, asked, act, input.note)
    if (against) fail(against.error as 'action_invalid', against.data)
    await perform(context, asked, act, input.note ?? null)
    return (await withdrawalOf(db, me, asked.withdrawal_id))!
  },

  updatePreview: async (context) => {
    const { me, input } = context
    return runBulk(await chosen(context, 'seen'), async (row) =>
      reasonAgainst(me, row, input.action, input.note ?? 'chạy thử'),
    )
  },

  updateBatch: async (context) => {
    const { me, input } = context
    return runBulk(await chosen(context, 'held'), async (row) => {
      const against = reasonAgainst(me, row, input.action, input.note)
      if (!against) await perform(context, row, input.action, input.note ?? null)
      return against
    })
  },

  retry: async (context) => {
    const { db, me, can_pay, fail } = context
    const asked = await seenWithdrawal(context)
    const against = reasonAgainst(me, asked, 'retry', null)
    if (against) fail(against.error as 'action_invalid', against.data)
    if (asked.status === withdrawalStatus.unknown && !can_pay.has(gatewayOf(asked.method)))
      fail('action_invalid', { message: 'Chưa cấu hình cổng chi trả nên không truy vấn lại được.' })
    await perform(context, asked, 'retry', null)
    return (await withdrawalOf(db, me, asked.withdrawal_id))!
  },
})

/** What a person may ask for by the status that it leads to. */
const acts: Partial<Record<number, WithdrawalAct>> = {
  [withdrawalStatus.processing]: 'process',
  [withdrawalStatus.done]: 'complete',
  [withdrawalStatus.rejected]: 'reject',
  [withdrawalStatus.cancelling]: 'cancel',
}

async function listOf(
  { db, me, input, fail }: Context<typeof withdrawal.list> | Context<typeof withdrawal.listMomo>,
  method: WithdrawalMethod,
) {
  checkDays(input, fail)
  const [column, direction] = sortOf(input.sort, '-created_at')
  const query = shown(matching(db, me, input).where('w.method', '=', method))
    .orderBy(sql.ref(`w.${column}`), direction)
    .orderBy('w.withdrawal_id', direction)
  return paginate(db, query, input, ['amount', 'fee'])
}

/** The two ways have a page each, and so their own rights. */
function mayOn(me: Me, method: WithdrawalMethod, right: 'view' | 'approve'): boolean {
  return holds(me, (method === withdrawalMethod.bank ? bankWithdrawalPage : momoWithdrawalPage)[right])
}

/** The request, locked; refused when there is none that the person may act on, or it is not the one that they saw. */
async function seenWithdrawal({
  db,
  me,
  input: { withdrawal_id, version },
  fail,
}: {
  db: Db
  me: Me
  input: { withdrawal_id: number; version?: number | null | undefined }
  fail: Fail<'request_not_found' | 'changed_by_other'>
}): Promise<Asked> {
  const asked = await holdWithdrawal(db, me, withdrawal_id)
  if (!asked || !mayOn(me, asked.method, 'approve')) return fail('request_not_found')
  if (version != null && version !== asked.version)
    fail('changed_by_other', { current: await withdrawalOf(db, me, withdrawal_id) })
  return asked
}

interface Against extends Refusal {
  data: { message: string; fields?: Record<string, string> }
}

/** Why this act is not possible now; whoever ends a request by hand says why. */
function reasonAgainst(me: Me, asked: Asked, act: WithdrawalAct, note: string | null | undefined): Against | null {
  const against = whyNot(act, asked, me.user_id)
  if (against) return { ...refusal(against.error, against.message), data: { message: against.message } }
  if ((act !== 'reject' && act !== 'complete') || note) return null
  const message = 'Hãy ghi lý do.'
  return { ...refusal('request_invalid', message), data: { message, fields: { note: message } } }
}

type Acting = Pick<Context<typeof withdrawal.update>, 'db' | 'me' | 'enqueue' | 'can_pay'>

async function perform({ db, me, enqueue, can_pay }: Acting, asked: Asked, act: WithdrawalAct, note: string | null) {
  const { withdrawal_id } = asked
  const set = (change: object) =>
    db
      .updateTable('withdrawal')
      .set({ ...change, ...stamped(me) })
      .where('withdrawal_id', '=', withdrawal_id)
      .where(within(me, 'withdrawal'))
      .execute()
  const now = sql<string>`clock_timestamp()`
  const first = { first_by: me.user_id, first_at: now }
  if (act === 'process' && asked.approvals_left > 1) {
    await set({ ...first, ...(note && { note }) })
    return
  }
  const ended = { note, finished_at: now }
  const pays = can_pay.has(gatewayOf(asked.method))
  const sent = (status: WithdrawalStatus) => ({ status, processed_by: me.user_id, processed_at: now })
  if (act === 'process') {
    await set(sent(withdrawalLife.process.to))
    // Where a gateway pays, nobody else may say that it was paid.
    if (pays) await newPayout(db, asked)
  }
  if (act === 'cancel') await set({ status: withdrawalLife.cancel.to, ...(note && { note }) })
  if (act === 'complete') {
    await (asked.payout_status === null ? payOutside : payFromFund)(db, asked)
    await set({ status: withdrawalLife.complete.to, ...ended })
    await endPayout(db, me, asked, payoutStatus.paid)
  }
  if (act === 'reject') {
    await releaseMoney(db, asked)
    await endPayout(db, me, asked, payoutStatus.failed)
    // No new order follows a person's word: that the gateway has not paid is not sure.
    await set({ status: withdrawalLife.reject.to, payout_id: null, ...ended })
  }
  if (act === 'retry' && asked.status === withdrawalStatus.rejected) {
    const again = { ...asked, hold_count: asked.hold_count + 1 }
    await holdMoney(db, again)
    const anew = { hold_count: again.hold_count, note: null, finished_at: null, payout_id: null }
    if (asked.first_by === null && asked.amount >= (await moneyConfigOf(db)).withdrawal_second_from)
      return void (await set({
        ...anew,
        ...first,
        status: withdrawalLife.reopen.to,
        processed_by: null,
        processed_at: null,
      }))
    await set({ ...anew, ...sent(withdrawalLife.retry.to) })
    if (pays) await newPayout(db, again)
  }
  if (act === 'cancel') await enqueue(db, cancel_job, { withdrawal_id }, String(withdrawal_id))
  if (pays && (act === 'process' || act === 'retry'))
    await enqueue(db, pay_job, { withdrawal_id }, String(withdrawal_id))
}

/** A person's word on an order whose end the gateway did not tell. */
async function endPayout(db: Db, me: Me, { withdrawal_id }: Asked, status: number): Promise<void> {
  const sent_at = sql<string>`coalesce(sent_at, clock_timestamp())`
  await db
    .updateTable('payout')
    .set({ status, sent_at })
    .where('withdrawal_id', '=', withdrawal_id)
    .where('status', 'in', [payoutStatus.unsent, payoutStatus.sent])
    .where(within(me, 'payout'))
    .execute()
}

type Batch = Context<typeof withdrawal.updateBatch> | Context<typeof withdrawal.updatePreview>

/** The chosen requests that the person may act on, in the order of their keys. */
async function chosen({ db, me, input, fail }: Batch, how: 'held' | 'seen') {
  const wanted = input.ids ?? []
  const methods = Object.values(withdrawalMethod).filter((method) => mayOn(me, method, 'approve'))
  const keys = await matching(db, me, input.filter ?? {})
    .select('w.withdrawal_id as id')
    .where('w.method', 'in', methods)
    .$if(!input.filter, (query) => query.where('w.withdrawal_id', '=', sql<number>`any (${wanted}::integer[])`))
    .orderBy('w.withdrawal_id')
    .limit(most_bulk_rows + 1)
    .execute()
  assertSameCount(keys.length, input.expected, fail)
  const rows = []
  for (const { id } of keys) {
    const asked = (await holdWithdrawal(db, me, id, how))!
    rows.push({ id, label: `${asked.withdrawal_code} · ${asked.full_name}`, ...asked })
  }
  assertSameVersions(rows, input.seen, fail)
  return rows
}
