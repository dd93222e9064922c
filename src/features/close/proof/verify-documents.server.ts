/**
 * Verifies the ledger against the documents that move money: each posting has its document, and each document has moved and holds its own amount,
 * between its own accounts. Postings of orders are proved with the day of each, those of rewards by `verifyRewards`.
 * unscoped: a proof covers everything
 */
import type pg from 'pg'
import { accountKind, transferKind, transferPhase } from '#server/ledger/ledger.ts'
import { paymentKinds, paymentStatus } from '#features/close/partner-payment/partner-payment.contract.ts'
import { cash_vendor } from '#features/orders/payment/vendor.rules.ts'
import { adjustmentDirection, adjustmentStatus } from '#features/wallets/adjustment/adjustment.contract.ts'
import { depositStatus } from '#features/wallets/deposit/deposit.contract.ts'
import { lineStatus } from '#features/wallets/statement/statement.contract.ts'
import { card_stock_code, prize_fund_code } from '#features/wallets/money.server.ts'
import { withdrawalMethod, withdrawalStatus } from '#features/wallets/withdrawal/withdrawal.contract.ts'

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

/** SQL: the ledger account with this code; 0, which is no account, without one. */
const account = (code: string) => `coalesce((select account_id from ledger_account where code = ${code}), 0)`
const [unmatched, other_bank, adjustments] = ["'bank:unmatched'", "'bank:other'", "'adjustment'"].map(account)
/** SQL: the ledger account of a wallet. */
const wallet = (account_id: string) => `(select ledger_id from wallet_account where account_id = ${account_id})`
/** SQL: the wallet `w` that was joined; any account where there is none. */
const own_wallet = 'nullif(array[w.ledger_id], array[null::bigint])'

/**
 * SQL: what documents must have moved and hold now, between which accounts (one of each list), by the beginning of their refs, part and kind
 * of transfer. Null: any amount, any account.
 */
const documents = `
  select 'withdrawal:' || withdrawal_id as document, '' as part, ${transferKind.withdrawal} as kind, 'Yêu cầu rút ' || withdrawal_code as name,
    array[${wallet('w.account_id')}] as from_accounts, array[${account(`case method when ${withdrawalMethod.momo} then 'gateway:momo' else 'gateway:bank' end`)}, ${other_bank}] as to_accounts,
    case when status = ${withdrawalStatus.done} then amount else 0 end as moved,
    case when status in (${withdrawalStatus.done}, ${withdrawalStatus.rejected}, ${withdrawalStatus.cancelled}) then 0 else amount end as held
  from withdrawal w
  union all
  select 'withdrawal:' || withdrawal_id, '', ${transferKind.fee}, 'Phí của yêu cầu rút ' || withdrawal_code,
    array[${wallet('w.account_id')}], array[${account("'fee:withdrawal'")}], case when status = ${withdrawalStatus.done} then fee else 0 end,
    case when status in (${withdrawalStatus.done}, ${withdrawalStatus.rejected}, ${withdrawalStatus.cancelled}) then 0 else fee end
  from withdrawal w where fee > 0
  union all
  select 'adjustment:' || a.adjustment_id, '', case a.direction when ${adjustmentDirection.increase} then ${transferKind.increase} else ${transferKind.decrease} end,
    'Điều chỉnh ' || a.adjustment_code, array[case when flow.is_in then ${adjustments} else owner.account_id end],
    array[case when flow.is_in then owner.account_id else ${adjustments} end], case when a.status = ${adjustmentStatus.done} then a.amount else 0 end,
    case when a.status = ${adjustmentStatus.waiting} and a.direction = ${adjustmentDirection.decrease} then a.amount else 0 end
  from wallet_adjustment a
  join ledger_account owner on owner.account_id = coalesce(${wallet('a.account_id')}, (select ledger_id from reward_account where account_id = a.reward_account_id))
  -- The balance of a fund outside of the books is negative, so its increase flows out of its account.
  cross join lateral (select (a.direction = ${adjustmentDirection.increase}) <> owner.may_owe as is_in) flow
  union all
  select 'statement:' || l.bank_transaction_id, '', ${transferKind.bank_line}, 'Dòng sao kê ' || l.reference,
    array[case when l.amount > 0 then own.account_id else ${other_bank} end], array[case when l.amount > 0 then ${unmatched} else own.account_id end],
    abs(l.amount), 0
  from bank_transaction l join bank using (bank_id)
  cross join lateral (select ${account("'bank:' || bank.bin || ':' || l.account_number")} as account_id) own
  union all
  select 'statement:' || bank_transaction_id, 'other', ${transferKind.bank_line}, 'Dòng không phải nạp tiền ' || reference, array[${unmatched}], array[${other_bank}],
    case when status = ${lineStatus.other} then amount else 0 end, 0
  from bank_transaction where amount > 0
  union all
  select 'deposit:' || b.bank_transaction_id, '', ${transferKind.top_up}, 'Tiền nạp của dòng sao kê ' || b.reference, array[${unmatched}], array[${wallet('d.account_id')}],
    case when b.status = ${lineStatus.matched} or (b.status = ${lineStatus.settled} and d.status = ${depositStatus.done}) then b.amount else 0 end, 0
  from bank_transaction b left join deposit d using (deposit_id) where b.amount > 0
  union all
  select 'partner_payment:' || p.payment_id, '', ${transferKind.other}, 'Khoản ' || p.payment_code || ' với đại lý',
    array[case when flow.is_in then ${other_bank} else own.account_id end], array[case when flow.is_in then own.account_id else ${other_bank} end],
    case when p.status = ${paymentStatus.done} then p.amount else 0 end,
    case when p.status = ${paymentStatus.waiting} and p.kind = ${paymentKinds.deposit_returned} then p.amount else 0 end
  from partner_payment p
  cross join lateral (select p.kind in (${paymentKinds.paid}, ${paymentKinds.deposited}) as is_in) flow
  cross join lateral (select case when p.kind in (${paymentKinds.paid}, ${paymentKinds.paid_out}) then ${account("'agent:' || p.partner_id")}
    else ${account("'agent_deposit:' || p.partner_id")} end as account_id) own
  union all
  select 'partner_statement:' || s.statement_id, p.part, ${transferKind.other}, 'Bảng đối soát ' || s.statement_code,
    array[case when p.amount > 0 then p.from_account else p.to_account end], array[case when p.amount > 0 then p.to_account else p.from_account end],
    case when s.frozen_at is not null then abs(p.amount) else 0 end, 0
  from partner_statement s
  cross join lateral (select ${account("'agent:' || s.partner_id")} as account_id) partner
  cross join lateral (
    values ('cash', partner.account_id, ${account(`'vendor:${cash_vendor}'`)},
        (figures ->> 'collected')::bigint + (figures -> 'corrections' ->> 'due')::bigint + (figures -> 'corrections' ->> 'commission')::bigint),
      ('commission', ${account("'commission:agents'")}, partner.account_id, (figures ->> 'commission')::bigint + (figures -> 'corrections' ->> 'commission')::bigint)
  ) p (part, from_account, to_account, amount)
  union all
  select 'cashback:' || order_id, '', ${transferKind.cashback}, 'Cashback của đơn ' || order_id, array[programme.account_id], ${own_wallet}, amount, 0
  from cashback_payment left join wallet_account w using (msisdn) left join ledger_account programme on programme.code = 'cashback:' || cashback_id
  union all
  select 'cashback:' || order_id, 'back', ${transferKind.cashback}, 'Cashback thu hồi của đơn ' || order_id, ${own_wallet}, array[programme.account_id],
    case when taken_back_at is null then 0 else amount end, 0
  from cashback_payment left join wallet_account w using (msisdn) left join ledger_account programme on programme.code = 'cashback:' || cashback_id
  union all
  select 'cards:' || b.batch_id, '', ${transferKind.fund_movement}, 'Lô thẻ ' || b.batch_code, array[${account(`'${card_stock_code}'`)}], array[${other_bank}],
    b.face_value * count(c.card_id), 0
  from card_batch b left join card c using (batch_id) group by b.batch_id
  union all
  select 'reward-batch:' || batch_id, '', ${transferKind.fund_movement}, batch_code, funds.ids, funds.ids, null, null
  from reward_batch cross join lateral (select array[${account(`'${prize_fund_code}'`)}, ledger_id] as ids) funds
  union all
  select 'opening:' || substr(code, 6), '', ${transferKind.bank_line}, code, ends.ids, ends.ids, null, null
  from ledger_account cross join lateral (select array[account_id, ${other_bank}] as ids) ends where code ~ '^bank:\\d{6}:'
  union all
  -- Balances that wallets of the sample business begin with.
  select 'sample-wallet:' || account_id, '', ${transferKind.top_up}, msisdn, null, array[ledger_id], null, null from wallet_account
    where exists (select from setting where name = 'sample_sales')`

const prize_funds = `select account_id from ledger_account where kind = ${accountKind.reward_fund}`

/** SQL: postings that other proofs read: those of orders (day by day), and those of rewards out of a fund of prizes. */
const proved_elsewhere = `
  case t.kind
    when ${transferKind.order} then t.phase = ${transferPhase.move} and t.ref ~ '^order:\\d{1,15}:pay$'
    when ${transferKind.refund} then t.phase = ${transferPhase.move} and t.ref ~ '^order:\\d{1,15}:refund(-fee)?$'
    when ${transferKind.fee} then t.phase = ${transferPhase.move} and t.ref ~ '^order:\\d{1,15}:fee$'
      or t.ref ~ '^reward:\\d{1,9}:\\d+:fee(:(paid|released))?$' and t.from_account = any(array(${prize_funds}))
    when ${transferKind.reward} then t.ref ~ '^reward:\\d{1,9}:\\d+(:tax)?(:(paid|released))?$' and t.from_account = any(array(${prize_funds}))
    else false end`

/** SQL: what transfers have moved and hold, and between which accounts, by the same keys. A hold counts until it ends. */
const postings = `
  select case split_part(t.ref, ':', 1) when 'opening' then t.ref else split_part(t.ref, ':', 1) || ':' || split_part(t.ref, ':', 2) end as document,
    coalesce(substring(t.ref from ':(other|cash|commission|back)$'), '') as part, t.kind::integer as kind, min(t.ref) as ref,
    array_agg(distinct t.from_account) as from_accounts, array_agg(distinct t.to_account) as to_accounts,
    coalesce(sum(t.amount) filter (where t.phase in (${transferPhase.move}, ${transferPhase.post})), 0) as moved,
    coalesce(sum(t.amount) filter (where t.phase = ${transferPhase.hold} and ended.hold_id is null), 0) as held
  from ledger_transfer t left join ledger_transfer ended on ended.hold_id = t.transfer_id and ended.hold_id is not null
  where not (${proved_elsewhere})
  group by 1, 2, 3`

/** SQL: the codes of these ledger accounts, or what stands for any (null) and for one that is not there (0). */
const codesOf = (account_ids: string) =>
  `coalesce((select string_agg(coalesce(l.code, 'tài khoản chưa có'), ', ' order by l.code) from unnest(${account_ids}) id left join ledger_account l on l.account_id = id),
    'tài khoản bất kỳ')`

const amounts_differ =
  'd.moved is not null and (d.moved, d.held) is distinct from (coalesce(p.moved, 0), coalesce(p.held, 0))'
const accounts_differ = 'not (p.from_accounts <@ d.from_accounts and p.to_accounts <@ d.to_accounts)'

const against_ledger = `
  select case
      when d.document is null then 'Bút toán ' || p.ref || ' ghi ' || p.moved || ' đ, giữ ' || p.held || ' đ, không có chứng từ'
      when ${amounts_differ} then d.name || ' phải ghi ' || d.moved || ' đ, giữ ' || d.held
        || ' đ; sổ cái ghi ' || coalesce(p.moved, 0) || ' đ, giữ ' || coalesce(p.held, 0) || ' đ'
      else d.name || ' phải đi từ ' || ${codesOf('d.from_accounts')} || ' sang ' || ${codesOf('d.to_accounts')}
        || '; sổ cái ghi từ ' || ${codesOf('p.from_accounts')} || ' sang ' || ${codesOf('p.to_accounts')}
      end as what
  from (${documents}) d full join (${postings}) p using (document, part, kind)
  where d.document is null or (${amounts_differ}) or ${accounts_differ}`

const deposits_without_line = `
  select 'Yêu cầu nạp ' || d.content || ' đã cộng ' || d.paid_amount || ' đ, dòng sao kê của nó ghi ' || coalesce(b.amount, 0) || ' đ' as what
  from deposit d left join bank_transaction b on b.deposit_id = d.deposit_id and b.status in (${lineStatus.matched}, ${lineStatus.settled})
  where d.status = ${depositStatus.done} and d.paid_amount is distinct from b.amount`
