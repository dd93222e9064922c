import { sql } from 'kysely'
import { isHeadOffice } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { recordsOf } from '#server/record/records.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { changesOf, keepChange, lockSetting } from '#features/settings/setting-change/setting-change.server.ts'
import { FeeGateRecord, paymentFeeGate, type FeeGateCost, type FeeGateRow } from './payment-fee-gate.contract.ts'

const setting = 'payment_fee_gate'
const records = recordsOf(FeeGateRecord)

export default serve(paymentFeeGate, {
  list: async ({ db, me }) => ({
    items: await fees(db, me).orderBy('v.position').orderBy('r.from_day', 'desc').limit(1_000).execute(),
    costs: await costs(db),
    history: await changesOf(db, setting),
  }),

  add: async ({ db, me, input, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    await lockSetting(db, setting)
    await assertAhead(db, input.from_day, 0, fail)
    const storedFee = await feeOn(db, me, input.payment_vendor_id, input.from_day)
    const payment_fee_gate_id = await records.insert(db, me, input)
    const fee = (await records.find(fees(db, me), payment_fee_gate_id))!
    await recordChange(db, me, storedFee, fee)
    return fee
  },

  update: async ({ db, me, input, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    await lockSetting(db, setting)
    const storedFee = (await records.find(fees(db, me), input.payment_fee_gate_id)) ?? fail('not_found')
    // A fee that was already charged for past orders cannot change; a new one starts on a later day.
    await assertAhead(db, storedFee.from_day, 1, fail)
    if (input.from_day !== undefined) await assertAhead(db, input.from_day, 1, fail)
    await records.change(db, me, input, fail, fees(db, me))
    const fee = (await records.find(fees(db, me), input.payment_fee_gate_id))!
    await recordChange(db, me, storedFee, fee)
    return fee
  },
})

function fees(db: Db, me: Me) {
  return records
    .rows(db, me)
    .innerJoin('payment_vendor as v', 'v.payment_vendor_id', 'r.payment_vendor_id')
    .select('v.vendor_name')
    .select(
      sql<boolean>`r.from_day = (select max(o.from_day) from payment_fee_gate o
        where o.payment_vendor_id = r.payment_vendor_id and o.from_day <= current_date) is true`.as('is_current'),
    )
}

function feeOn(db: Db, me: Me, payment_vendor_id: number, day: string): Promise<FeeGateRow | undefined> {
  return fees(db, me)
    .where('r.payment_vendor_id', '=', payment_vendor_id)
    .where('r.from_day', '<', day)
    .orderBy('r.from_day', 'desc')
    .limit(1)
    .executeTakeFirst()
}

async function recordChange(db: Db, me: Me, storedFee: FeeGateRow | undefined, changedFee: FeeGateRow): Promise<void> {
  const plain = ({ payment_vendor_id, fee_rate, fee_fixed, fee_least, fee_most, from_day }: FeeGateRow) => ({
    payment_vendor_id,
    fee_rate,
    fee_fixed,
    fee_least,
    fee_most: fee_most ?? null,
    from_day,
  })
  await keepChange(db, me, {
    setting,
    item: changedFee.vendor_name,
    before: storedFee ? plain(storedFee) : null,
    after: plain(changedFee),
    from_day: changedFee.from_day,
  })
}

async function assertAhead(db: Db, from_day: string, days: 0 | 1, fail: Fail<'over_cut_off'>): Promise<void> {
  const { rows } = await sql<{ is_ahead: boolean }>`
    select ${from_day}::date >= current_date + ${days}::integer as is_ahead`.execute(db)
  const message =
    days === 0
      ? 'Chỉ đặt được phí từ hôm nay trở đi.'
      : 'Mức phí đã áp dụng được giữ lại: hãy thêm mức mới từ ngày khác.'
  if (!rows[0]!.is_ahead) fail('over_cut_off', { message, fields: { from_day: message } })
}

/** Fees per source, each order by the fee of its payment day, rounded down to whole đồng. */
async function costs(db: Db): Promise<FeeGateCost[]> {
  const { rows } = await sql<FeeGateCost>`
    select v.payment_vendor_id, v.vendor_name, count(o.order_id) as orders, coalesce(sum(o.total), 0) as total, coalesce(sum(
      case when f.fee_rate is not null then least(greatest(f.fee_fixed + o.total * f.fee_rate / 10000, f.fee_least), f.fee_most) end), 0)::bigint as fee
    from payment_vendor v
    left join sale_order o on o.payment_vendor_id = v.payment_vendor_id and o.order_id >= first_order_id(current_date - 6) and is_sale(o.status)
    left join lateral (
      select * from payment_fee_gate g where g.payment_vendor_id = v.payment_vendor_id and g.from_day <= o.paid_at::date order by g.from_day desc limit 1) f on true
    group by v.payment_vendor_id having count(o.order_id) > 0 order by v.position`.execute(db) // unscoped: sums over all orders
  return rows
}
