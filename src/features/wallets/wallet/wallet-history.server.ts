/** What happened in wallets, as the ledger's entries tell it. Of one wallet they are found by its account, of all of them by their time. */
import { sql } from 'kysely'
import { checkDays, contains, daysBetween, paginate, sortOf } from '#server/list.ts'
import { within } from '#server/scope.ts'
import type { Context } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { entryType, type accountWallet, type EntryType } from './wallet.contract.ts'

type Asked = Context<typeof accountWallet.transactionHistory>

/** As many days as are shown of all wallets when none are asked for, and as may be asked for at once. */
const usual_days = 7
const most_days = 93

export async function history({ db, me, input, fail }: Asked) {
  const { from_date, to_date } = input
  checkDays({ from_date, to_date }, fail)
  const of_one = input.account_id != null || input.msisdn != null
  const range = of_one ? { from_date, to_date } : await boundedRange(db, input)
  if (!of_one && daysBetween(range.from_date!, range.to_date!) > most_days)
    fail('search_time_exceeded', {
      fields: { to_date: `Xem mọi ví cùng lúc tối đa ${most_days} ngày; chọn một ví để xem lâu hơn.` },
    })
  const [, direction] = sortOf(input.sort, '-at')
  const clock = of_one ? 'e.at' : 't.at'
  const query = entries(db, me)
    .where(contains('w.search', input.keyword))
    .where(ofType(input.type))
    .$if(input.account_id != null, (q) => q.where('w.account_id', '=', input.account_id!))
    .$if(input.msisdn != null, (q) => q.where('w.msisdn', '=', input.msisdn!))
    .$if(range.from_date != null, (q) => q.where(clock, '>=', sql<string>`${range.from_date}::date`))
    .$if(range.to_date != null, (q) => q.where(clock, '<', sql<string>`${range.to_date}::date + 1`))
    .orderBy(clock, direction)
    .orderBy(of_one ? 'e.seq' : 't.transfer_id', direction)
    .orderBy('e.account_id', direction)
  return paginate(db, query, input, ['amount', 'came_in', 'went_out'])
}

const named = (what: string) =>
  sql<number | null>`case when t.ref ~ ${`^${what}:\\d{1,9}(:|$)`} then split_part(t.ref, ':', 2)::integer end`

/** Entries of wallets with what they belong to, which the ref of their transfer names. */
function entries(db: Db, me: Me) {
  return db
    .selectFrom('ledger_transfer as t')
    .innerJoin('ledger_entry as e', 'e.transfer_id', 't.transfer_id')
    .innerJoin('wallet_account as w', 'w.ledger_id', 'e.account_id')
    .leftJoin('wallet_adjustment as a', (join) => join.on('a.adjustment_id', '=', named('adjustment'))) // unscoped: of a seen wallet
    .leftJoin('bank_transaction as b', (join) => join.on('b.bank_transaction_id', '=', named('deposit'))) // unscoped: of a seen wallet
    .leftJoin('deposit as d', 'd.transfer_id', 'b.transfer_id') // unscoped: of a seen wallet
    .leftJoin('withdrawal as r', (join) => join.on('r.withdrawal_id', '=', named('withdrawal'))) // unscoped: of a seen wallet
    .where(within(me, 'wallet_account', 'w'))
    .select(['t.transfer_id as entry_id', 'e.at', 'w.account_id', 'w.msisdn', 'w.full_name', 't.reason'])
    .select(typeOf.as('type'))
    .select(['e.balance_before', 'e.amount', 'e.balance_after', 'e.held_before', 'e.held', 'e.held_after'])
    .select([
      sql<number>`greatest(e.amount, 0)`.as('came_in'),
      sql<number>`greatest(-e.amount, 0)`.as('went_out'),
      sql<string | null>`coalesce(a.adjustment_code, d.content, r.withdrawal_code)`.as('reference'),
    ])
    .select(['a.adjustment_id', 'd.transfer_id', 'r.withdrawal_id', 'r.method'])
    .$narrowType<{ method: 1 | 2 | null }>()
}

const phase = { hold: 2, void: 4 } as const

const typeOf = sql<EntryType>`case t.phase when ${sql.lit(phase.hold)} then ${sql.lit(entryType.held)}
  when ${sql.lit(phase.void)} then ${sql.lit(entryType.released)} else t.kind end`

function ofType(type: EntryType | null | undefined) {
  if (type == null) return sql<boolean>`true`
  if (type === entryType.held) return sql<boolean>`t.phase = ${sql.lit(phase.hold)}`
  if (type === entryType.released) return sql<boolean>`t.phase = ${sql.lit(phase.void)}`
  return sql<boolean>`(t.kind = ${type} and t.phase in (1, 3))`
}

/** The days that were asked for, or the last ones: nobody reads all there ever was in all wallets. */
async function boundedRange(db: Db, { from_date, to_date }: Asked['input']) {
  const { rows } = await sql<{ from_date: string; to_date: string }>`
    with asked as (select coalesce(${to_date ?? null}::date, current_date) as to_date)
    select coalesce(${from_date ?? null}::date, to_date - ${usual_days - 1}::integer) as from_date, to_date from asked`.execute(
    db,
  )
  return rows[0]!
}
