/**
 * Verifies the ledger against the documents that move money: each posting has its document, and each document has moved and holds its own amount.
 * Orders and rewards have proofs of their own.
 * unscoped: a proof covers everything
 */
import type pg from 'pg'
import { transferKind, transferPhase } from '#server/ledger/ledger.ts'
import { paymentKinds, paymentStatus } from '#features/close/partner-payment/partner-payment.contract.ts'
import { adjustmentDirection, adjustmentStatus } from '#features/wallets/adjustment/adjustment.contract.ts'
import { depositStatus } from '#features/wallets/deposit/deposit.contract.ts'
import { lineStatus } from '#features/wallets/statement/statement.contract.ts'
import { withdrawalStatus } from '#features/wallets/withdrawal/withdrawal.contract.ts'

export interface DocumentProof {
  documents: number
}

/** Reports every difference, and counts the documents. All is read in one snapshot. */
export async function verifyDocuments(client: pg.Client, onFinding: (what: string) => void): Promise<DocumentProof> {
  await client.query('begin isolation level repeatable read read only')
  try {
    // Sorting on disk would take several times as long.
    await client.query("set local work_mem = '128MB'")
    for (const check of [against_ledger, deposits_without_line]) {
      const { rows } = await client.query<{ what: string }>(check)
      for (const { what } of rows) onFinding(what)
    }
    const { rows } = await client.query<DocumentProof>(`
      select (select count(*) from withdrawal) + (select count(*) from wallet_adjustment) + (select count(*) from bank_transaction)
        + (select count(*) from partner_payment) + (select count(*) from partner_statement where frozen_at is not null)
        + (select count(*) from cashback_payment) as documents`)
    return rows[0]!
  } finally {
    await client.query('rollback')
  }
}

/** What documents must have moved and hold now, by the beginning of their refs, part and kind of transfer. Null: any amount. */
const documents = `
  select 'withdrawal:' || withdrawal_id as document, '' as part, ${transferKind.withdrawal} as kind, 'Yêu cầu rút ' || withdrawal_code as name,
    case when status = ${withdrawalStatus.done} then amount else 0 end as moved,
    case when status in (${withdrawalStatus.done}, ${withdrawalStatus.rejected}, ${withdrawalStatus.cancelled}) then 0 else amount end as held
  from withdrawal
  union all
  select 'withdrawal:' || withdrawal_id, '', ${transferKind.fee}, 'Phí của yêu cầu rút ' || withdrawal_code,
    case when status = ${withdrawalStatus.done} then fee else 0 end,
    case when status in (${withdrawalStatus.done}, ${withdrawalStatus.rejected}, ${withdrawalStatus.cancelled}) then 0 else fee end
  from withdrawal where fee > 0
  union all
  select 'adjustment:' || adjustment_id, '', case direction when ${adjustmentDirection.increase} then ${transferKind.increase} else ${transferKind.decrease} end,
    'Điều chỉnh ' || adjustment_code, case when status = ${adjustmentStatus.done} then amount else 0 end,
    case when status = ${adjustmentStatus.waiting} and direction = ${adjustmentDirection.decrease} then amount else 0 end
  from wallet_adjustment
  union all
  select 'statement:' || bank_transaction_id, '', ${transferKind.bank_line}, 'Dòng sao kê ' || reference, abs(amount), 0 from bank_transaction
  union all
  select 'statement:' || bank_transaction_id, 'other', ${transferKind.bank_line}, 'Dòng không phải nạp tiền ' || reference,
    case when status = ${lineStatus.other} then amount else 0 end, 0
  from bank_transaction where amount > 0
  union all
  select 'deposit:' || b.bank_transaction_id, '', ${transferKind.top_up}, 'Tiền nạp của dòng sao kê ' || b.reference,
    case when b.status = ${lineStatus.matched} or (b.status = ${lineStatus.settled} and d.status = ${depositStatus.done}) then b.amount else 0 end, 0
  from bank_transaction b left join deposit d using (deposit_id) where b.amount > 0
  union all
  select 'partner_payment:' || payment_id, '', ${transferKind.other}, 'Khoản ' || payment_code || ' với đại lý',
    case when status = ${paymentStatus.done} then amount else 0 end,
    case when status = ${paymentStatus.waiting} and kind = ${paymentKinds.deposit_returned} then amount else 0 end
  from partner_payment
  union all
  select 'partner_statement:' || s.statement_id, p.part, ${transferKind.other}, 'Bảng đối soát ' || s.statement_code,
    case when s.frozen_at is not null then abs(p.amount) else 0 end, 0
  from partner_statement s cross join lateral (
    values ('cash', (figures ->> 'collected')::bigint + (figures -> 'corrections' ->> 'due')::bigint + (figures -> 'corrections' ->> 'commission')::bigint),
      ('commission', (figures ->> 'commission')::bigint + (figures -> 'corrections' ->> 'commission')::bigint)) p (part, amount)
  union all
  select 'cashback:' || order_id, '', ${transferKind.cashback}, 'Cashback của đơn ' || order_id, amount, 0 from cashback_payment
  union all
  select 'cashback:' || order_id, 'back', ${transferKind.cashback}, 'Cashback thu hồi của đơn ' || order_id,
    case when taken_back_at is null then 0 else amount end, 0
  from cashback_payment
  union all
  select 'cards:' || b.batch_id, '', ${transferKind.fund_movement}, 'Lô thẻ ' || b.batch_code, b.face_value * count(c.card_id), 0
  from card_batch b left join card c using (batch_id) group by b.batch_id
  union all
  select 'reward-batch:' || batch_id, '', ${transferKind.fund_movement}, batch_code, null, null from reward_batch
  union all
  select 'opening:' || substr(code, 6), '', ${transferKind.bank_line}, code, null, null from ledger_account where code like 'bank:%'
  union all
  -- Balances that wallets of the sample business begin with.
  select 'sample-wallet:' || account_id, '', ${transferKind.top_up}, msisdn, null, null from wallet_account
    where exists (select from setting where name = 'sample_sales')`

/** What transfers have moved and hold, by the same keys. A hold counts until it ends. */
const postings = `
  select case split_part(t.ref, ':', 1) when 'opening' then t.ref else split_part(t.ref, ':', 1) || ':' || split_part(t.ref, ':', 2) end as document,
    coalesce(substring(t.ref from ':(other|cash|commission|back)$'), '') as part, t.kind::integer as kind, min(t.ref) as ref, sum(t.amount) as amount,
    coalesce(sum(t.amount) filter (where t.phase in (${transferPhase.move}, ${transferPhase.post})), 0) as moved,
    coalesce(sum(t.amount) filter (where t.phase = ${transferPhase.hold} and ended.hold_id is null), 0) as held
  from ledger_transfer t left join ledger_transfer ended on ended.hold_id = t.transfer_id and ended.hold_id is not null
  where not starts_with(t.ref, 'order:') and not starts_with(t.ref, 'reward:')
  group by 1, 2, 3`

const against_ledger = `
  select case when d.document is null then 'Bút toán ' || p.ref || ' ' || p.amount || ' đ không có chứng từ'
      else d.name || ' phải ghi ' || d.moved || ' đ, giữ ' || d.held || ' đ; sổ cái ghi ' || coalesce(p.moved, 0) || ' đ, giữ ' || coalesce(p.held, 0) || ' đ' end as what
  from (${documents}) d full join (${postings}) p using (document, part, kind)
  where d.document is null or (d.moved is not null and (d.moved, d.held) is distinct from (coalesce(p.moved, 0), coalesce(p.held, 0)))`

const deposits_without_line = `
  select 'Yêu cầu nạp ' || d.content || ' đã cộng ' || d.paid_amount || ' đ, dòng sao kê của nó ghi ' || coalesce(b.amount, 0) || ' đ' as what
  from deposit d left join bank_transaction b on b.deposit_id = d.deposit_id and b.status in (${lineStatus.matched}, ${lineStatus.settled})
  where d.status = ${depositStatus.done} and d.paid_amount is distinct from b.amount`
