/** Verifies the ledger: balances against entries, and entries against transfers. */
import type pg from 'pg'
import { transferPhase } from './ledger.ts'

export interface LedgerProof {
  accounts: number
  transfers: number
  entries: number
  /** The sum in đồng of all accounts that must not be below zero. */
  inside: number
}

/** Reports every fault to `onFinding` and counts what was checked, all from one snapshot. */
export async function verifyLedger(client: pg.Client, onFinding: (what: string) => void): Promise<LedgerProof> {
  await client.query('begin isolation level repeatable read read only')
  try {
    for (const check of checks) {
      const { rows } = await client.query<{ what: string }>(check)
      for (const { what } of rows) onFinding(what)
    }
    const { rows } = await client.query<LedgerProof>(`
      select (select count(*) from ledger_account) as accounts, (select count(*) from ledger_transfer) as transfers,
        (select count(*) from ledger_entry) as entries, (select coalesce(sum(balance), 0) from ledger_account where not may_owe) as inside`)
    return rows[0]!
  } finally {
    await client.query('rollback')
  }
}

/** The phases in which money changes accounts. */
const moving = `${transferPhase.move}, ${transferPhase.post}`

/** Each query gives a sentence for everything that is wrong. */
const checks = [
  `select 'Số dư của mọi tài khoản cộng lại là ' || sum(balance) || ', phải là 0' as what from ledger_account having sum(balance) <> 0`,
  `select 'Tài khoản ' || a.code || ' ghi ' || a.balance || '/' || a.held || '/' || a.entries || ', bút toán cộng lại '
      || coalesce(e.balance, 0) || '/' || coalesce(e.held, 0) || '/' || coalesce(e.n, 0) || ' (số dư/tạm giữ/số bút toán)' as what
    from ledger_account a left join (
      select account_id, sum(amount) as balance, sum(held) as held, count(*) as n from ledger_entry group by 1) e using (account_id)
    where (a.balance, a.held, a.entries) is distinct from (coalesce(e.balance, 0), coalesce(e.held, 0), coalesce(e.n, 0))`,
  `select 'Tài khoản ' || a.code || ' âm: ' || a.balance || ', tạm giữ ' || a.held as what
    from ledger_account a where not may_owe and balance < held`,
  `select 'Bút toán ' || seq || ' của tài khoản ' || account_id || ' không nối tiếp bút toán trước' as what
    from (select *, lag(balance_after, 1, 0::bigint) over w as balance_was, lag(held_after, 1, 0::bigint) over w as held_was, row_number() over w as expected
      from ledger_entry window w as (partition by account_id order by seq)) e
    where (balance_before, held_before, seq) is distinct from (balance_was, held_was, expected)`,
  `select 'Giao dịch ' || t.ref || ' có bút toán không đúng với nó' as what
    from ledger_transfer t left join ledger_transfer hold on hold.transfer_id = t.hold_id
    -- left join: a transfer without any entry is wrong too
    left join lateral (
      select count(*) filter (where e.at = t.at) as n, sum(e.amount) as total, sum(e.amount) filter (where e.account_id = t.to_account) as come,
        sum(e.held) filter (where e.account_id = t.from_account) as held
      from ledger_entry e where e.transfer_id = t.transfer_id) e on true
    where (e.n, e.total, coalesce(e.come, 0), e.held) is distinct from (
      case when t.phase in (${moving}) then 2 else 1 end, 0::numeric, case when t.phase in (${moving}) then t.amount else 0 end::numeric,
      case t.phase when ${transferPhase.move} then 0 when ${transferPhase.hold} then t.amount else -hold.amount end::numeric)`,
  `select 'Giao dịch ' || t.ref || ' kết thúc một khoản giữ không có, khác loại hoặc tài khoản, hoặc nhỏ hơn nó' as what
    from ledger_transfer t left join ledger_transfer hold on hold.transfer_id = t.hold_id
    where t.hold_id is not null
      and (hold.phase is distinct from ${transferPhase.hold} or hold.kind <> t.kind or hold.from_account <> t.from_account
        or hold.to_account <> t.to_account or t.amount > hold.amount)`,
]
