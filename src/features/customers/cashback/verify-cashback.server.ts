/**
 * Verifies the used budgets of cashback programmes against their payments, and these against the ledger and the orders.
 * unscoped: it checks all of them
 */
import type pg from 'pg'

export interface CashbackProof {
  programmes: number
  payments: number
}

/** Reports everything that is wrong, and counts what was checked. All is read in one snapshot. */
export async function verifyCashback(client: pg.Client, onFinding: (what: string) => void): Promise<CashbackProof> {
  await client.query('begin isolation level repeatable read read only')
  try {
    for (const check of checks) {
      const { rows } = await client.query<{ what: string }>(check)
      for (const { what } of rows) onFinding(what)
    }
    const { rows } = await client.query<CashbackProof>(
      'select (select count(*) from cashback) as programmes, (select count(*) from cashback_payment) as payments',
    )
    return rows[0]!
  } finally {
    await client.query('rollback')
  }
}

const checks = [
  `select 'Chương trình cashback ' || c.cashback_id || ' ghi đã dùng ' || c.used || ', các khoản trả cộng lại ' || coalesce(p.used, 0)
      || ', sổ cái ' || coalesce(-l.balance, 0) as what
    from cashback c left join (select cashback_id, sum(amount) as used from cashback_payment where status <> 2 group by 1) p using (cashback_id)
    left join ledger_account l on l.code = 'cashback:' || c.cashback_id
    where c.used <> coalesce(p.used, 0) or c.used <> coalesce(-l.balance, 0)`,
  `select 'Chương trình cashback ' || cashback_id || ' đã dùng ' || used || ', ngân sách ' || budget as what from cashback where used > budget`,
  `select 'Cashback của đơn ' || p.order_id || ' là ' || p.amount || ', tối đa mỗi đơn ' || c.most_per_order as what
    from cashback_payment p join cashback c using (cashback_id) where p.amount > c.most_per_order`,
  `select 'Khách ' || p.msisdn || ' nhận ' || sum(p.amount) || ' của chương trình ' || cashback_id || ', tối đa ' || c.most_per_customer as what
    from cashback_payment p join cashback c using (cashback_id) where p.status <> 2 group by cashback_id, c.most_per_customer, p.msisdn
    having sum(p.amount) > c.most_per_customer`,
  `select 'Cashback của đơn ' || p.order_id || ' không có đúng giao dịch của nó trong sổ cái' as what
    from cashback_payment p left join ledger_transfer t on t.ref = 'cashback:' || p.order_id left join ledger_transfer b on b.ref = 'cashback:' || p.order_id || ':back'
    where (t.amount, t.kind, b.amount) is distinct from (p.amount, 9::smallint, case when p.status = 2 then p.amount end)`,
  `select 'Giao dịch ' || t.ref || ' không có khoản cashback' as what
    from ledger_account a join ledger_transfer t on t.from_account = a.account_id left join cashback_payment p on t.ref = 'cashback:' || p.order_id
    where a.code like 'cashback:%' and p.order_id is null`,
  `select 'Đơn ' || p.order_id || ' đã hoàn tiền nhưng cashback chưa thu hồi' as what
    from cashback_payment p cross join lateral (select status from sale_order where order_id = p.order_id offset 0) o
    where p.status = 1 and o.status in (11, 12) and not exists (select from cashback_event e where e.order_id = p.order_id)`,
]
