import { sql } from 'kysely'
import { checkDays, contains, paginate, sortOf } from '#server/list.ts'
import type { StatementLine } from '#server/gateways/gateway.ts'
import { within } from '#server/scope.ts'
import { serve, type Context } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { bankConfigType } from '#features/partners/bank-config/bank-config.contract.ts'
import { walletStatus } from '#features/wallets/wallet/wallet.contract.ts'
import { matching } from '#features/wallets/wallet/wallet.query.server.ts'
import { bankTransaction, wallet } from './deposit.contract.ts'
import { bankLines, candidatesOf, deposits, lineOf } from './deposit.query.server.ts'
import { assign, ignore, updateTransfer } from './settle.server.ts'
import { lineSource, mb_bank_bin, referenceOf, takeLines, weighLines } from './statement.server.ts'

export default [
  ...serve(wallet, {
    list: ({ db, me, input, fail }) => {
      checkDays(input, fail)
      const [column, direction] = sortOf(input.sort, '-created_at')
      const query = deposits(db, me, input)
        .orderBy(sql.ref(`d.${column}`), (order) => (direction === 'desc' ? order.desc().nullsLast() : order.asc()))
        .orderBy('d.transfer_id', direction)
      return paginate(db, query, input, ['amount', 'paid_amount'])
    },

    updateTransfer,
  }),

  ...serve(bankTransaction, {
    list: ({ db, me, input, fail }) => {
      checkDays(input, fail)
      const [column, direction] = sortOf(input.sort, '-at')
      const query = bankLines(db, me, input)
        .orderBy(column === 'at' ? 't.at' : sql.ref(column), (order) =>
          direction === 'desc' ? order.desc().nullsLast() : order.asc(),
        )
        .orderBy('t.bank_transaction_id', direction)
      return paginate(db, query, input, ['credit', 'debit'])
    },

    accounts: ({ db, me, input }) => paginate(db, accounts(db, me).where(contains('c.search', input.keyword)), input),

    candidates: async ({ db, me, input: { bank_transaction_id, keyword }, fail }) => {
      const line = (await lineOf(db, me, bank_transaction_id)) ?? fail('not_found')
      return { items: await candidatesOf(db, me, { ...line, amount: line.credit ?? 0 }, keyword) }
    },

    wallets: ({ db, me, input }) => {
      const query = matching(db, me, { keyword: input.keyword, status: walletStatus.open })
        .select(['w.account_id', 'w.msisdn', 'w.full_name'])
        .orderBy('w.account_id')
      return paginate(db, query, input)
    },

    assign,
    ignore,

    importPreview: (context) => statement(context, weighLines),
    import: (context) => statement(context, takeLines),
  }),
]

/** The accounts into which customers pay, with what the bank says they hold and what their lines make of it. */
function accounts(db: Db, me: Me) {
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
    .select(['h.balance as told_balance', 'h.synced_at', sql<number | null>`-l.balance`.as('own_balance')])
    .select(sql<number | null>`h.balance + l.balance`.as('difference'))
    .where('c.type', '=', bankConfigType.deposit)
    .where('c.status', '=', 1)
    .where(within(me, 'bank_config', 'c'))
    .orderBy('c.position')
    .orderBy('c.bank_config_id')
}

type Import = Context<typeof bankTransaction.import> | Context<typeof bankTransaction.importPreview>

/** A piece of a statement's file, looked at or taken in, with a word on every row that is no line. */
async function statement({ db, me, can_pay, input: { bank_config_id, rows }, fail }: Import, judge: typeof takeLines) {
  const account = (await accountOf(db, me, bank_config_id)) ?? fail('not_found', { message: 'Không có tài khoản này.' })
  const refused: { index: number; error: string; fix: string }[] = []
  const lines: { index: number; line: StatementLine }[] = []
  for (const [index, { credit, debit, counter_account, counter_name, ...row }] of rows.entries()) {
    const amount = (credit ?? 0) - (debit ?? 0)
    const wrong = whyNoLine(row)
    if (amount === 0 || (credit && debit))
      refused.push({ index, error: 'Phải có ghi có hoặc ghi nợ, không cả hai', fix: 'Điền một trong hai cột số tiền' })
    else if (wrong) refused.push({ index, ...wrong })
    else
      lines.push({
        index,
        line: { ...row, amount, counter_account: counter_account ?? null, counter_name: counter_name ?? null },
      })
  }
  const report = { added: 0, known: 0, matched: 0, matched_amount: 0, waiting: 0 }
  const is_read = account.bin === mb_bank_bin && can_pay.has('bank')
  const taken = await judge(
    db,
    account,
    lines.map(({ line }) => line),
    { source: lineSource.file, created_by: me.user_id, is_read },
  )
  for (const [n, { outcome, problem, amount }] of taken.entries()) {
    if (outcome === 'different') refused.push({ index: lines[n]!.index, ...differs })
    else report[outcome]++
    if (outcome !== 'added' || amount < 0) continue
    report[problem === null ? 'matched' : 'waiting']++
    if (problem === null) report.matched_amount += amount
  }
  return { ...report, refused }
}

const day_ms = 86_400_000

/** What a line of a statement cannot be, whatever its amount. */
function whyNoLine({ at, reference }: { at: string; reference: string }): { error: string; fix: string } | null {
  if (Date.parse(at) > Date.now() + day_ms)
    return { error: 'Ngày giờ ở tương lai', fix: 'Kiểm tra cột ngày giờ của dòng này' }
  return referenceOf(reference) === '' ? { error: 'Mã GD trống', fix: 'Điền mã giao dịch của ngân hàng' } : null
}

const differs = { error: 'Mã GD này đã có với số tiền khác', fix: 'Đối chiếu lại với sao kê của ngân hàng' }

/** Lines come on accounts into which customers pay. */
function accountOf(db: Db, me: Me, bank_config_id: number) {
  return db
    .selectFrom('bank_config as c')
    .innerJoin('bank as b', 'b.bank_id', 'c.bank_id')
    .select(['c.bank_id', 'b.bin', 'c.account_number'])
    .where('c.bank_config_id', '=', bank_config_id)
    .where('c.type', '=', bankConfigType.deposit)
    .where(within(me, 'bank_config', 'c'))
    .executeTakeFirst()
}
