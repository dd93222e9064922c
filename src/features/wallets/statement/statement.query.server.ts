import { sql, type SqlBool } from 'kysely'
import type * as z from 'zod/mini'
import { one_plan } from '#server/database/pool.ts'
import { contains, inDays } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { depositStatus, type DepositStatus } from '#features/wallets/deposit/deposit.contract.ts'
import { selectDeposits } from '#features/wallets/deposit/deposit.query.server.ts'
import type { lineFilters, LineProblem, LineStatus } from './statement.contract.ts'

type Filters = z.output<z.ZodMiniObject<typeof lineFilters>> & { keyword?: string | null | undefined }

/** The lines in the scope of `me` that match the list's filters, with the contract's columns. */
export function selectLines(db: Db, me: Me, filters: Filters = {}) {
  const { keyword, bank_transaction_id, status, problem, bank_config_id, from_date, to_date } = filters
  return db
    .selectFrom('bank_transaction as t')
    .innerJoin('bank as b', 'b.bank_id', 't.bank_id')
    .leftJoin('deposit as d', 'd.deposit_id', 't.deposit_id')
    .leftJoin('wallet_account as w', 'w.account_id', 'd.account_id')
    .leftJoin('bank as deposit_bank', 'deposit_bank.bank_id', 'd.bank_id')
    .leftJoin('app_user as editor', 'editor.user_id', 't.updated_by')
    .leftJoin('app_user as importer', 'importer.user_id', 't.created_by')
    .where(within(me, 'bank_transaction', 't'))
    .where(contains('t.search', keyword))
    .$if(bank_transaction_id != null, (q) => q.where('t.bank_transaction_id', '=', bank_transaction_id!))
    .$if(status != null, (q) => q.where('t.status', '=', status!))
    .$if(problem != null, (q) => q.where('t.problem', '=', problem!))
    .$if(bank_config_id != null, (q) => q.where(onAccount(me, bank_config_id!)))
    .where(inDays('t.at', { from_date, to_date }))
    .select(['t.bank_transaction_id', 't.reference', 't.at', 't.content', 't.counter_account', 't.counter_name'])
    .select(sql<number | null>`case when t.amount > 0 then t.amount end`.as('credit'))
    .select(sql<number | null>`case when t.amount < 0 then -t.amount end`.as('debit'))
    .select(['b.short_name as bank_name', 't.account_number', 't.source', 't.status', 't.problem', 't.deposit_id'])
    .select(['d.content as deposit_content', 'd.status as deposit_status', 'd.amount as deposit_amount'])
    .select(['deposit_bank.short_name as deposit_bank_name', 'd.account_number as deposit_account_number'])
    .select([
      'w.msisdn',
      'w.full_name',
      't.note',
      't.created_by',
      'importer.user_name as created_by_name',
      't.created_at',
    ])
    .select(['editor.user_name as updated_by_name', 't.updated_at', 't.version'])
    .$narrowType<{
      source: 1 | 2
      status: LineStatus
      problem: LineProblem | null
      deposit_status: DepositStatus | null
    }>()
}

const onAccount = (me: Me, bank_config_id: number) => sql<SqlBool>`(t.bank_id, t.account_number) in (
  select c.bank_id, c.account_number from bank_config c where c.bank_config_id = ${bank_config_id} and ${within(me, 'bank_config', 'c')})`

/** One line, as the contract answers it. */
export function findLine(db: Db, me: Me, bank_transaction_id: number) {
  return selectLines(db, me)
    .where('t.bank_transaction_id', '=', bank_transaction_id)
    .modifyEnd(one_plan)
    .executeTakeFirst()
}

const max_candidates = 20

/** Open requests that the line may pay. A name is similar when the line's text contains it with a few letters changed. */
export function candidatesFor(
  db: Db,
  me: Me,
  line: { amount: number; content: string; counter_name: string | null; deposit_id: number | null },
  keyword: string | null | undefined,
) {
  const text = `${line.content} ${line.counter_name ?? ''}`
  const is_named = sql<boolean>`(d.deposit_id is not distinct from ${line.deposit_id}::integer)`
  const same_amount = sql<boolean>`(d.amount = ${line.amount})`
  const phone_in_content = sql<boolean>`(position('0' || substr(w.msisdn, 3) in ${text}) > 0 or position(w.msisdn in ${text}) > 0)`
  const similar_name = sql<boolean>`(word_similarity(vn_fold(w.full_name), vn_fold(${text})) > 0.8)`
  return selectDeposits(db, me, { status: depositStatus.waiting, keyword })
    .$if(!keyword, (q) =>
      q.where(sql<SqlBool>`(${is_named} or ${same_amount} or ${phone_in_content} or ${similar_name})`),
    )
    .select([
      is_named.as('is_named'),
      same_amount.as('same_amount'),
      phone_in_content.as('phone_in_content'),
      similar_name.as('similar_name'),
    ])
    .orderBy(is_named, 'desc')
    .orderBy(sql`${phone_in_content}::integer + ${similar_name}::integer + ${same_amount}::integer`, 'desc')
    .orderBy('d.deposit_id', 'desc')
    .limit(max_candidates)
    .execute()
}
