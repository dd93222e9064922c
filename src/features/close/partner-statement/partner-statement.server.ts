import { daysBetween } from '#contract/days.ts'
import { sql } from 'kysely'
import { whyNot } from '#contract/lifecycle.ts'
import { isHeadOffice } from '#contract/person.ts'
import { transfer } from '#server/ledger/ledger.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { checkDays, paginate, sortOf } from '#server/record/list.ts'
import { moveLocked } from '#server/record/move.ts'
import { clock_now } from '#server/record/change-columns.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import {
  partnerLedger,
  balanceOf,
  commissionLedger,
  lockPartnerAccount,
  tillLedger,
} from '#features/orders/payment/partner-ledger.server.ts'
import { figuresOf } from './figures.server.ts'
import {
  max_statement_days,
  noteAction,
  partnerStatement,
  statementLife,
  statementStatus,
  type StatementFigures,
} from './partner-statement.contract.ts'
import {
  findStatement,
  signersOf,
  assertPartner,
  isWithin,
  storedStatement,
  isOpen,
  storedFigures,
  notesOf,
  shownFigures,
  statements,
  type StoredStatement,
} from './partner-statement.query.server.ts'
import { figureColumns, refreshFigures } from './refresh.server.ts'
import { statementFile } from './statement-file.server.ts'
import { afterConfirming, disputesOf, linesOf, sideOf, whyNotCancel, whyNotConfirm } from './statement.rules.ts'

const { moves } = statementLife

export default serve(partnerStatement, {
  list: ({ db, me, input, fail }) => {
    const { partner_id, status, from_date, to_date, keyword } = input
    checkDays({ from_date, to_date }, fail)
    const [column, direction] = sortOf(input.sort, '-to_date')
    const query = statements(db, me)
      .$if(partner_id != null, (q) => q.where('r.partner_id', '=', partner_id!))
      .$if(status != null, (q) => q.where('r.status', '=', status!))
      .$if(from_date != null || to_date != null, (q) => q.where(isWithin(from_date, to_date)))
      .$if(Boolean(keyword), (q) =>
        q.where(
          sql<boolean>`position(vn_fold(${keyword}) in vn_fold(r.statement_code || ' ' || p.partner_code || ' ' || p.partner_name)) > 0`,
        ),
      )
      .orderBy(sql.ref(`r.${column}`), direction)
      .orderBy('r.statement_id', direction)
    return paginate(db, query, input, ['amount', 'commission', 'due', 'paid'])
  },

  detail: async ({ db, me, input: { statement_id }, fail }) => {
    const row = (await findStatement(db, me, statement_id)) ?? fail('not_found')
    const storedRow = (await storedStatement(db, me, statement_id))!
    const { figures, digest, snapshot, read_at } = await shownFigures(db, storedRow)
    const now = await balanceOf(db, row.partner_id)
    const notes = await notesOf(db, statement_id)
    const signers = await signersOf(db, statement_id)
    return {
      ...row,
      ...signers,
      figures,
      digest,
      is_changed: digest !== storedRow.digest,
      as_of: read_at,
      snapshot,
      ...now,
      notes,
    }
  },

  file: statementFile,

  prepare: async ({ db, me, input, fail }) => {
    if (!isHeadOffice(me) || me.is_limited) fail('no_right')
    await lockPartnerAccount(db, input.partner_id)
    await assertSpan(db, me, input, fail)
    const { statement_id } = await db
      .insertInto('partner_statement')
      .values({ ...input, ...figureColumns(await figuresOf(db, input)), created_by: me.user_id })
      .returning('statement_id')
      .executeTakeFirstOrThrow()
    return (await findStatement(db, me, statement_id))!
  },

  confirm: async ({ db, me, input: { statement_id, digest }, fail }) => {
    const lockedStatement = await lockStatement(db, me, statement_id, fail)
    const refusal = whyNotConfirm(lockedStatement, me)
    if (refusal) fail(refusal.error, { message: refusal.message })
    await assertFirstOpen(db, lockedStatement, fail)
    const { read, statement } = await refreshFigures(db, lockedStatement)
    if (digest != null && digest !== read.digest)
      fail('changed_by_other', { message: 'Số liệu vừa thay đổi. Hãy xem lại rồi xác nhận.' })
    const side = sideOf(me)!
    const status = afterConfirming(side, statement.status)
    const is_last = status === statementStatus.confirmed
    await moveLocked(
      db,
      'partner_statement',
      { statement_id },
      side === 'partner' ? moves.confirmAsPartner : moves.confirmAsOffice,
      {
        status,
        ...(side === 'partner'
          ? { agent_by: me.user_id, agent_at: clock_now }
          : { office_by: me.user_id, office_at: clock_now }),
        ...(is_last && { ...figureColumns(read), frozen_at: clock_now }),
        ...changedBy(me),
      },
    )
    if (is_last) await postFigures(db, statement, read.figures)
    return (await findStatement(db, me, statement_id))!
  },

  dispute: async ({ db, me, input: { statement_id, line, note }, fail }) => {
    const { statement, read } = await lockRefreshed(db, me, statement_id, fail)
    assertSide(me, fail)
    assertMove(moves.dispute, statement, fail)
    if (!linesOf(read.figures).has(line)) fail('not_found', { fields: { line: 'Bảng đối soát không có dòng này.' } })
    await addNote(db, me, { statement_id, line, note, action: noteAction.dispute })
    await moveLocked(db, 'partner_statement', { statement_id }, moves.dispute, {
      agent_by: null,
      agent_at: null,
      office_by: null,
      office_at: null,
      ...changedBy(me),
    })
    return (await findStatement(db, me, statement_id))!
  },

  answer: async ({ db, me, input: { statement_id, line, note, settles }, fail }) => {
    const { statement } = await lockRefreshed(db, me, statement_id, fail)
    assertSide(me, fail)
    assertMove(moves.answer, statement, fail)
    const disputes = disputesOf(await notesOf(db, statement_id)).filter(({ is_open }) => is_open)
    const dispute = disputes.find((candidate) => candidate.line === line)
    if (!dispute) return fail('not_found', { fields: { line: 'Dòng này không có khiếu nại đang mở.' } })
    if (settles && dispute.by_agent !== (sideOf(me) === 'partner'))
      fail('no_right', { message: 'Bên khiếu nại mới kết thúc được khiếu nại.' })
    await addNote(db, me, { statement_id, line, note, action: settles ? noteAction.settle : noteAction.answer })
    if (settles && disputes.length === 1)
      await moveLocked(db, 'partner_statement', { statement_id }, moves.settle, changedBy(me))
    return (await findStatement(db, me, statement_id))!
  },

  cancel: async ({ db, me, input: { statement_id, reason }, fail }) => {
    const statement = await lockStatement(db, me, statement_id, fail)
    if (!isHeadOffice(me)) fail('no_right')
    assertMove(moves.cancel, statement, fail)
    const why = whyNotCancel(statement, me)
    if (why) fail('action_invalid', { message: why })
    const last_day = await lastStatementDay(db, statement.partner_id)
    if (last_day !== null && last_day > statement.to_date)
      fail('action_invalid', { message: 'Đại lý đã có bảng của kỳ sau: hãy hủy kỳ sau trước.' })
    await moveLocked(db, 'partner_statement', { statement_id }, moves.cancel, {
      cancel_reason: reason,
      cancelled_by: me.user_id,
      cancelled_at: clock_now,
      ...changedBy(me),
    })
    return (await findStatement(db, me, statement_id))!
  },
})

const changedBy = ({ user_id }: Me) => ({ updated_by: user_id, updated_at: clock_now })

/** Locks the partner's account and returns the statement. */
async function lockStatement(db: Db, me: Me, statement_id: number, fail: Fail<'not_found'>): Promise<StoredStatement> {
  const { partner_id } = (await storedStatement(db, me, statement_id)) ?? fail('not_found')
  await lockPartnerAccount(db, partner_id)
  return (await storedStatement(db, me, statement_id))!
}

/** Finds a statement, with refreshed figures while it is open. */
async function lockRefreshed(db: Db, me: Me, statement_id: number, fail: Fail<'not_found'>) {
  const statement = await lockStatement(db, me, statement_id, fail)
  return isOpen(statement) ? refreshFigures(db, statement) : { statement, read: storedFigures(statement) }
}

function assertSide(me: Me, fail: Fail<'no_right'>): void {
  if (sideOf(me) === null) fail('no_right')
}

function assertMove(
  move: (typeof moves)['dispute' | 'answer' | 'cancel'],
  statement: StoredStatement,
  fail: Fail<'action_invalid' | 'request_finished'>,
): void {
  const refusal = whyNot(move, statement, null)
  if (refusal) fail(refusal.error, { message: refusal.message })
}

/** The last day of the partner's statements; null without any. */
async function lastStatementDay(db: Db, partner_id: number): Promise<string | null> {
  const { last: last_day } = await db
    .selectFrom('partner_statement')
    .select((eb) => eb.fn.max('to_date').as('last'))
    .where('partner_id', '=', partner_id)
    .where('status', '<>', statementStatus.cancelled)
    .executeTakeFirstOrThrow() // unscoped: of a partner whose account is locked
  return last_day
}

interface Span {
  partner_id: number
  from_date: string
  to_date: string
}

/** Refuses days that are not over, or that do not follow the partner's last statement. */
async function assertSpan(
  db: Db,
  me: Me,
  { partner_id, from_date, to_date }: Span,
  fail: Fail<'partner_not_found' | 'from_exceeds_to' | 'over_cut_off' | 'statement_exists' | 'request_invalid'>,
): Promise<void> {
  await assertPartner(db, me, partner_id, fail)
  checkDays({ from_date, to_date }, fail)
  if (daysBetween(from_date, to_date) >= max_statement_days)
    fail('request_invalid', { fields: { to_date: `Mỗi bảng tối đa ${max_statement_days} ngày.` } })
  const last_day = await lastStatementDay(db, partner_id)
  const { rows } = await sql<{ is_over: boolean; next: string | null }>`
    select ${to_date}::date < current_date as is_over, ${last_day}::date + 1 as next`.execute(db)
  const { is_over, next: next_day } = rows[0]!
  const message = 'Kỳ đối soát phải kết thúc trước hôm nay.'
  if (!is_over) fail('over_cut_off', { message, fields: { to_date: message } })
  if (next_day === null || from_date === next_day) return
  const [year, month, day] = next_day.split('-')
  const follows = `Kỳ tiếp theo của đại lý bắt đầu từ ${day}/${month}/${year}.`
  if (from_date < next_day) fail('statement_exists', { message: follows, fields: { from_date: follows } })
  fail('request_invalid', { fields: { from_date: follows } })
}

/** Refuses while an earlier statement is unconfirmed, because its final debt is the opening debt of this one. */
async function assertFirstOpen(db: Db, { partner_id, from_date }: Span, fail: Fail<'action_invalid'>): Promise<void> {
  const earlier = await db
    .selectFrom('partner_statement')
    .select('statement_code')
    .where('partner_id', '=', partner_id)
    .where('to_date', '<', from_date)
    .where('status', '<', statementStatus.confirmed)
    .orderBy('to_date')
    .executeTakeFirst() // unscoped: of a partner whose account is locked
  if (earlier) fail('action_invalid', { message: `Hãy chốt bảng kỳ trước (${earlier.statement_code}) trước.` })
}

interface Note {
  statement_id: number
  line: string
  note: string
  action: (typeof noteAction)[keyof typeof noteAction]
}

async function addNote(db: Db, me: Me, note: Note): Promise<void> {
  const by_agent = sideOf(me) === 'partner'
  await db
    .insertInto('partner_statement_note')
    .values({ ...note, by_agent, created_by: me.user_id })
    .execute()
}

/** Posts the figures in the ledger: the partner owes the cash that it received, and is owed its commission. */
async function postFigures(db: Db, statement: StoredStatement, figures: StatementFigures): Promise<void> {
  const { statement_id, statement_code, partner_id } = statement
  const commission = figures.commission + figures.corrections.commission
  const cash = figures.collected + figures.corrections.due + figures.corrections.commission
  const partner = await partnerLedger(db, partner_id)
  const parts = [
    ['cash', cash, partner, await tillLedger(db), 'Tiền đại lý thu hộ'],
    ['commission', commission, await commissionLedger(db), partner, 'Hoa hồng đại lý'],
  ] as const
  for (const [name, amount, from, to, reason] of parts) {
    if (amount === 0) continue
    await transfer(db, {
      ref: `partner_statement:${statement_id}:${name}`,
      kind: 'other',
      // Corrections may make the amount negative, which reverses the transfer.
      ...(amount > 0 ? { from, to } : { from: to, to: from }),
      amount: Math.abs(amount),
      reason: `${reason}, bảng ${statement_code}`,
    })
  }
}
