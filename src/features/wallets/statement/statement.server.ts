import { day_ms } from '#contract/days.ts'
import { sql, type SqlBool } from 'kysely'
import type { RefusedRow } from '#contract/bulk.ts'
import { checkDays, contains, paginate, sortOf } from '#server/record/list.ts'
import type { StatementLine } from '#server/gateways/gateway.ts'
import { within } from '#server/scope.ts'
import { serve, type Context } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { bankConfigType } from '#features/partners/bank-config/bank-config.contract.ts'
import { walletStatus } from '#features/wallets/wallet/wallet-status.contract.ts'
import { walletQuery } from '#features/wallets/wallet/wallet.query.server.ts'
import { lineSource, mb_bank_bin, normalReference, previewLines, takeLines } from './intake.server.ts'
import { assign, ignore } from './settle-line.server.ts'
import { statement } from './statement.contract.ts'
import { candidatesFor, findLine, selectLines } from './statement.query.server.ts'

export default serve(statement, {
  list: ({ db, me, input, fail }) => {
    checkDays(input, fail)
    const [column, direction] = sortOf(input.sort, '-at')
    const query = selectLines(db, me, input)
      .orderBy(column === 'at' ? 't.at' : sql.ref(column), (order) =>
        direction === 'desc' ? order.desc().nullsLast() : order.asc(),
      )
      .orderBy('t.bank_transaction_id', direction)
    return paginate(db, query, input, ['credit', 'debit'])
  },

  accounts: ({ db, me, input }) =>
    // The three sums are over the same accounts, so that they agree: those that can be compared.
    paginate(
      db,
      selectAccounts(db, me).where(contains('c.search', input.keyword)),
      input,
      ['reported_balance', 'own_balance', 'difference'],
      sql<SqlBool>`whole.difference is not null`,
    ),

  candidates: async ({ db, me, input: { bank_transaction_id, keyword }, fail }) => {
    const line = (await findLine(db, me, bank_transaction_id)) ?? fail('not_found')
    return { items: await candidatesFor(db, me, { ...line, amount: line.credit ?? 0 }, keyword) }
  },

  wallets: ({ db, me, input }) => {
    const query = walletQuery(db, me, { keyword: input.keyword })
      .select(['w.account_id', 'w.msisdn', 'w.full_name'])
      .select(sql<boolean>`w.status = ${sql.lit(walletStatus.open)}`.as('is_open'))
      .orderBy('is_open', 'desc')
      .orderBy('w.account_id')
    return paginate(db, query, input)
  },

  assign,
  ignore,

  importPreview: (context) => importLines(context, previewLines),
  import: (context) => importLines(context, takeLines),
})

/** The accounts into which customers pay, with the bank's reported balance and the sum of their lines. */
function selectAccounts(db: Db, me: Me) {
  return db
    .selectFrom('bank_config as c')
    .innerJoin('bank as b', 'b.bank_id', 'c.bank_id')
    .leftJoin('bank_balance as h', (join) =>
      join.onRef('h.bank_id', '=', 'c.bank_id').onRef('h.account_number', '=', 'c.account_number'),
    )
    .leftJoin('ledger_account as l', (join) =>
      join.on('l.code', '=', sql<string>`'bank:' || b.bin || ':' || c.account_number`),
    )
    .select(['c.bank_config_id', 'b.short_name as bank_name', 'c.account_number', 'c.account_name'])
    .select(['h.balance as reported_balance', 'h.synced_at', sql<number | null>`-l.balance`.as('own_balance')])
    .select(sql<number | null>`h.balance + l.balance`.as('difference'))
    .where('c.type', '=', bankConfigType.deposit)
    .where('c.status', '=', 1)
    .where(within(me, 'bank_config', 'c'))
    .orderBy('c.position')
    .orderBy('c.bank_config_id')
}

type Import = Context<typeof statement.import> | Context<typeof statement.importPreview>

/** Previews or takes in a part of a statement's file, and gives the error of every refused row. */
async function importLines(
  { db, me, can_pay, input: { bank_config_id, rows }, fail }: Import,
  decide: typeof takeLines,
) {
  const account =
    (await findAccount(db, me, bank_config_id)) ?? fail('not_found', { message: 'Không có tài khoản này.' })
  const refused: RefusedRow[] = []
  const unchanged_rows: number[] = []
  const lines: { index: number; line: StatementLine }[] = []
  for (const [index, { credit, debit, counter_account, counter_name, ...row }] of rows.entries()) {
    const amount = (credit ?? 0) - (debit ?? 0)
    const problem = rowProblem(row)
    if (amount === 0 || (credit && debit))
      refused.push({ index, error: 'Phải có ghi có hoặc ghi nợ, không cả hai', fix: 'Điền một trong hai cột số tiền' })
    else if (problem) refused.push({ index, ...problem })
    else
      lines.push({
        index,
        line: { ...row, amount, counter_account: counter_account ?? null, counter_name: counter_name ?? null },
      })
  }
  const report = { added: 0, known: 0, matched: 0, matched_amount: 0, waiting: 0 }
  const is_read = account.bin === mb_bank_bin && can_pay.has('bank')
  const outcomes = await decide(
    db,
    account,
    lines.map(({ line }) => line),
    { source: lineSource.file, created_by: me.user_id, is_read },
  )
  for (const [n, { outcome, problem, amount }] of outcomes.entries()) {
    if (outcome === 'different') refused.push({ index: lines[n]!.index, ...different_amount })
    else report[outcome]++
    if (outcome === 'known') unchanged_rows.push(lines[n]!.index)
    if (outcome !== 'added' || amount < 0) continue
    report[problem === null ? 'matched' : 'waiting']++
    if (problem === null) report.matched_amount += amount
  }
  return { ...report, refused, same: unchanged_rows }
}

/** Why a row is invalid, apart from its amount; null when it is valid. */
function rowProblem({ at, reference }: { at: string; reference: string }): { error: string; fix: string } | null {
  if (Date.parse(at) > Date.now() + day_ms)
    return { error: 'Ngày giờ ở tương lai', fix: 'Kiểm tra cột ngày giờ của dòng này' }
  return normalReference(reference) === '' ? { error: 'Mã GD trống', fix: 'Điền mã giao dịch của ngân hàng' } : null
}

const different_amount = { error: 'Mã GD này đã có với số tiền khác', fix: 'Đối chiếu lại với sao kê của ngân hàng' }

/** An account into which customers pay. */
function findAccount(db: Db, me: Me, bank_config_id: number) {
  return db
    .selectFrom('bank_config as c')
    .innerJoin('bank as b', 'b.bank_id', 'c.bank_id')
    .select(['c.bank_id', 'b.bin', 'c.account_number'])
    .where('c.bank_config_id', '=', bank_config_id)
    .where('c.type', '=', bankConfigType.deposit)
    .where(within(me, 'bank_config', 'c'))
    .executeTakeFirst()
}
