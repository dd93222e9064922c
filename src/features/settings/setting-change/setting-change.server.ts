/** Stores changes of settings, and derives the versions of settings from their number. */
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'
import type { Me } from '#server/session/session.ts'
import { max_changes, type SettingChangeRow } from './setting-change.contract.ts'

export type SettingName =
  | 'rev_order_time'
  | 'payment_fee_gate'
  | 'payment_vendor'
  | 'product_display'
  | 'sale_group'
  | 'max_revenue'
  | 'order_price'
  | 'group_price'
  | 'alarm'
  | 'order_limit'
  | 'keno_result'
  | 'result_second_entry'

interface Change {
  setting: SettingName
  item: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  from_day?: string | null
  reason?: string | null | undefined
}

/** Stores one change by `me` in the history. */
export async function keepChange(db: Db, me: Me, change: Change): Promise<void> {
  const { setting, item, before, after, from_day = null, reason = null } = change
  const json = (value: Change['before']) => (value === null ? null : JSON.stringify(value))
  await sql`
    insert into setting_change (setting, item, before, after, from_day, reason, created_by)
    values (${setting}, ${item}, ${json(before)}::jsonb, ${json(after)}::jsonb, ${from_day}::date, ${reason}, ${me.user_id})`.execute(
    db,
  )
}

/** The last `max_changes` changes of a setting, or of one of its items, newest first. */
export async function changesOf(db: Db, setting: SettingName, item?: string): Promise<SettingChangeRow[]> {
  // unscoped: only a name
  const { rows } = await sql<SettingChangeRow>`
    select c.setting_change_id, c.item, c.before, c.after, c.from_day, c.reason, u.user_name as created_by_name, c.created_at
    from setting_change c left join app_user u on u.user_id = c.created_by
    where c.setting = ${setting} and (${item ?? null}::text is null or c.item = ${item ?? null}) order by c.setting_change_id desc limit ${max_changes}`.execute(
    db,
  )
  return rows
}

/** Locks a setting until the transaction ends, so that parallel changes run one after the other. */
export async function lockSetting(db: Db, setting: SettingName): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`setting ${setting}`}))`.execute(db)
}

/** Returns a function from an item to its version: the number of its changes plus one. Forms send it back to detect conflicts. */
export async function versionReader(db: Db, setting: SettingName): Promise<(item: string) => number> {
  const { rows } = await sql<{ item: string; version: number }>`
    select item, count(*) + 1 as version from setting_change where setting = ${setting} group by item`.execute(db)
  const versions = new Map(rows.map(({ item, version }) => [item, version]))
  return (item) => versions.get(item) ?? 1
}
