/**
 * The journal of a day: all postings of the ledger, summed by kind of posting and book account.
 * unscoped: the head office's own books
 */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import { infoOf } from '#contract/schema.ts'
import { accountKindChoice, postingChoice, type JournalRow } from './books.contract.ts'

const labelsOf = (field: ReturnType<typeof postingChoice> | ReturnType<typeof accountKindChoice>) =>
  new Map(infoOf(field)!.options!.map(({ value, label }) => [value, label]))
const postings = labelsOf(postingChoice())
const account_kinds = labelsOf(accountKindChoice())

interface JournalSum {
  kind: number
  from_kind: number
  to_kind: number
  debit: string
  credit: string
  count: number
  amount: number
}

/**
 * One line per kind of posting and pair of account kinds, in a fixed order with fixed numbers. The paying side is debited, because in the ledger what
 * we owe is positive and money outside is negative. Amounts are in đồng, and their sum is everything that the ledger moved on the day.
 */
export async function journalOf(db: Db, day: string): Promise<JournalRow[]> {
  const { rows } = await sql<JournalSum>`
    select p.*, debit.account_number as debit, credit.account_number as credit
    from (
      select t.kind, f.kind as from_kind, g.kind as to_kind, count(*) as count, sum(t.amount) as amount
      from ledger_transfer t join ledger_account f on f.account_id = t.from_account join ledger_account g on g.account_id = t.to_account
      where t.at >= ${day}::date and t.at < ${day}::date + 1 and t.phase in (1, 3) group by 1, 2, 3) p
    cross join lateral (
      select account_number from book_account where account_kind = p.from_kind and posting in (0, p.kind) order by posting = 0 limit 1) debit
    cross join lateral (
      select account_number from book_account where account_kind = p.to_kind and posting in (0, p.kind) order by posting = 0 limit 1) credit
    order by p.kind, p.from_kind, p.to_kind`.execute(db)
  return rows.map(({ kind, from_kind, to_kind, ...line }) => ({
    // The number depends only on the kinds, so it does not change when other lines are added or missing.
    document: `NK${day.replaceAll('-', '')}-${String(kind).padStart(2, '0')}${from_kind}${to_kind}`,
    day,
    text: `${postings.get(kind) ?? 'Khác'}: ${account_kinds.get(from_kind)!} → ${account_kinds.get(to_kind)!}`,
    ...line,
  }))
}
