/** Queries of fee rules, with the contract's columns. */
import { sql } from 'kysely'
import { one_plan } from '#server/database/pool.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import type { Product } from '#features/results/product/product.contract.ts'
import { failGroup } from '../group-vip/group-vip.server.ts'
import { feeTime, type FeeRow } from './fee.contract.ts'

type FeeTime = FeeRow['time']

/** The clock now, not at the transaction's start: a rule that was created while this transaction waited is in force. */
const time = sql<FeeTime>`case when f.holds_to <= clock_timestamp() or f.status = 0 then ${sql.lit(feeTime.past)}
  when f.holds_from > clock_timestamp() then ${sql.lit(feeTime.coming)} else ${sql.lit(feeTime.now)} end`

interface Filters {
  group_vip_id?: number
  time?: FeeTime | null | undefined
  payment_vendor_id?: number | null | undefined
  category?: Product | null | undefined
}

export function feeQuery(db: Db, { group_vip_id, time: when, payment_vendor_id, category }: Filters = {}) {
  return db
    .selectFrom('group_vip_fee as f')
    .leftJoin('payment_vendor as v', 'v.payment_vendor_id', 'f.payment_vendor_id')
    .leftJoin('app_user as creator', 'creator.user_id', 'f.created_by') // unscoped: only the names of who made and changed it
    .leftJoin('app_user as editor', 'editor.user_id', 'f.updated_by')
    .select(['f.fee_id', 'f.group_vip_id', 'f.payment_vendor_id', 'v.vendor_name', 'f.category'])
    .select(['f.from_value', 'f.to_value', 'f.fee_rate', 'f.fee_fixed', 'f.fee_least', 'f.fee_most'])
    .select(['f.holds_from', 'f.holds_to', 'f.follows', 'f.created_at', 'f.updated_at', 'f.version'])
    .select(['creator.user_name as created_by_name', 'editor.user_name as updated_by_name', time.as('time')])
    .$narrowType<{ category: Product | null }>()
    .$if(group_vip_id != null, (query) => query.where('f.group_vip_id', '=', group_vip_id!))
    .$if(when != null, (query) => query.where(time, '=', when!))
    .$if(payment_vendor_id != null, (query) => query.where('f.payment_vendor_id', '=', payment_vendor_id!))
    .$if(category != null, (query) => query.where('f.category', '=', category!))
}

export function findFee(db: Db, fee_id: number): Promise<FeeRow | undefined> {
  return feeQuery(db).where('f.fee_id', '=', fee_id).modifyEnd(one_plan).executeTakeFirst()
}

/** The beginning of the day, or now without a day. */
export async function startOfDayOrNow(db: Db, day: string | null | undefined): Promise<string> {
  const { rows } = await sql<{ at: string }>`select coalesce(${day ?? null}::date::timestamptz, now()) as at`.execute(
    db,
  )
  return rows[0]!.at
}

/** Refuses the id of a group that does not exist. */
export async function assertGroup(db: Db, group_vip_id: number, fail: Fail<'group_not_found'>): Promise<void> {
  const group = await db
    .selectFrom('group_vip')
    .select('group_vip_id')
    .where('group_vip_id', '=', group_vip_id)
    .executeTakeFirst()
  if (!group) failGroup(fail)
}
