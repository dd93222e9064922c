/** The history of wallets, read from the ledger's entries: of one wallet through its account's index, of all wallets by time. */
import { daysBetween } from '#contract/days.ts'
import { sql } from 'kysely'
import { checkDays, contains, inDays, paginate, sortOf } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import type { Context } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { transferPhase } from '#server/ledger/ledger.ts'
import { idInRef } from '#features/wallets/money.server.ts'
import type { WithdrawalMethod } from '#features/wallets/withdrawal/withdrawal.contract.ts'
import { entryType, type wallets, type EntryType } from './wallet.contract.ts'

type HistoryContext = Context<typeof wallets.transactionHistory>

/** For all wallets at once: how many days are shown without a chosen range, and the longest range. */
const usual_days = 7
const max_days = 93
const too_long = `Xem mọi ví cùng lúc tối đa ${max_days} ngày; chọn một ví để xem lâu hơn.`

export async function walletHistory({ db, me, input, fail }: HistoryContext) {
  const { from_date, to_date } = input
  checkDays({ from_date, to_date }, fail)
  const of_one_wallet = input.account_id != null || input.msisdn != null
  const range = of_one_wallet ? { from_date, to_date } : await rangeOrLastDays(db, input)
  if (!of_one_wallet && daysBetween(range.from_date!, range.to_date!) > max_days)
    fail('search_time_exceeded', {
      message: too_long,
      fields: { to_date: too_long },
    })
  const [, direction] = sortOf(input.sort, '-at')
  const time_column = of_one_wallet ? 'e.at' : 't.at'
  const query = selectEntries(db, me)
    .where(({ or }) => or([contains('w.search', input.keyword), isReference(input.keyword)]))
    .where(isOfType(input.type))
    .$if(input.account_id != null, (q) => q.where('w.account_id', '=', input.account_id!))
    .$if(input.msisdn != null, (q) => q.where('w.msisdn', '=', input.msisdn!))
    .where(inDays(time_column, range))
    .orderBy(time_column, direction)
    .orderBy(of_one_wallet ? 'e.seq' : 't.transfer_id', direction)
    .orderBy('e.account_id', direction)
  return paginate(db, query, input, ['amount', 'came_in', 'went_out'])
}

/** Entries of wallets with the record that each belongs to, which the ref of its transfer `t` names. */
function selectEntries(db: Db, me: Me) {
  return db
    .selectFrom('ledger_transfer as t')
    .innerJoin('ledger_entry as e', 'e.transfer_id', 't.transfer_id')
    .innerJoin('wallet_account as w', 'w.ledger_id', 'e.account_id')
    .leftJoin('wallet_adjustment as a', (join) => join.on('a.adjustment_id', '=', idInRef('adjustment'))) // unscoped: joined to a wallet within the scope
    .leftJoin('bank_transaction as b', (join) => join.on('b.bank_transaction_id', '=', idInRef('deposit'))) // unscoped: joined to a wallet within the scope
    .leftJoin('deposit as d', 'd.deposit_id', 'b.deposit_id') // unscoped: joined to a wallet within the scope
    .leftJoin('withdrawal as r', (join) => join.on('r.withdrawal_id', '=', idInRef('withdrawal'))) // unscoped: joined to a wallet within the scope
    .leftJoin('reward as prize', (join) => join.on('prize.reward_id', '=', idInRef('reward'))) // unscoped: joined to a wallet within the scope
    .where(within(me, 'wallet_account', 'w'))
    .select(['t.transfer_id as entry_id', 'e.at', 'w.account_id', 'w.msisdn', 'w.full_name', 't.reason'])
    .select(type_of.as('type'))
    .select(['e.balance_before', 'e.amount', 'e.balance_after', 'e.held_before', 'e.held', 'e.held_after'])
    .select([
      sql<number>`greatest(e.amount, 0)`.as('came_in'),
      sql<number>`greatest(-e.amount, 0)`.as('went_out'),
      reference.as('reference'),
      sql<number | null>`${order_in_ref}`.as('order_id'),
      sql<number>`e.balance_after - e.held_after`.as('available_after'),
    ])
    .select(['a.adjustment_id', 'd.deposit_id', 'r.withdrawal_id', 'r.method', 'prize.reward_id'])
    .$narrowType<{ method: WithdrawalMethod | null }>()
}

/** The order number in the ref of transfer `t`; null when the ref names no order. */
const order_in_ref = sql`case when t.ref ~ '^order:\\d{15}:' then split_part(t.ref, ':', 2)::bigint end`

/** The code or number that people know the record by. */
const reference = sql<
  string | null
>`coalesce(a.adjustment_code, d.content, r.withdrawal_code, prize.reward_code, ${order_in_ref}::text)`

function isReference(keyword: string | null | undefined) {
  return keyword == null
    ? sql<boolean>`true`
    : sql<boolean>`coalesce(${reference} = upper(${keyword.replaceAll(/\s/g, '')}), false)`
}

const phase = transferPhase

/** The entry type of transfer `t`: held or released where it only put money on hold or freed it, else its kind. */
export const type_of = sql<EntryType>`case t.phase when ${sql.lit(phase.hold)} then ${sql.lit(entryType.held)}
  when ${sql.lit(phase.void)} then ${sql.lit(entryType.released)} else t.kind end`

function isOfType(type: EntryType | null | undefined) {
  if (type == null) return sql<boolean>`true`
  if (type === entryType.held) return sql<boolean>`t.phase = ${sql.lit(phase.hold)}`
  if (type === entryType.released) return sql<boolean>`t.phase = ${sql.lit(phase.void)}`
  return sql<boolean>`(t.kind = ${type} and t.phase in (${sql.lit(phase.move)}, ${sql.lit(phase.post)}))`
}

/** The range of the search; without one the last `usual_days` days. */
async function rangeOrLastDays(db: Db, { from_date, to_date }: HistoryContext['input']) {
  const { rows } = await sql<{ from_date: string; to_date: string }>`
    with days as (select coalesce(${to_date ?? null}::date, current_date) as to_date)
    select coalesce(${from_date ?? null}::date, to_date - ${usual_days - 1}::integer) as from_date, to_date from days`.execute(
    db,
  )
  return rows[0]!
}
