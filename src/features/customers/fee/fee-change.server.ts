/**
 * Changes of fee rules, one after the other within a group. A change at once keeps the rule's number and copies its old values into a row of the
 * past; a change from a day on ends the rule the day before and begins another row. Orders use the rules in force at their own moment.
 */
import { sql } from 'kysely'
import { isHeadOffice } from '#contract/person.ts'
import { moneyText } from '#contract/text/money-text.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { changeColumns, hasChanged } from '#server/record/change-columns.ts'
import type { Context } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { failGroup, lockGroup } from '../group-vip/group-vip.server.ts'
import { feeTime, type FeeRow, type groupVipFee } from './fee.contract.ts'
import type { FeeRule } from './fee.rules.ts'
import { findFee } from './fee-query.server.ts'

type Change = { [K in keyof FeeRule]?: FeeRule[K] | undefined }

export async function addFee({ db, me, input, fail }: Context<typeof groupVipFee.add>): Promise<FeeRow> {
  assertHeadOffice(me, fail)
  const { effective_from, group_vip_id, ...draft } = input
  if (!(await lockGroup(db, group_vip_id))) failGroup(fail)
  const terms = { ...draft, payment_vendor_id: draft.payment_vendor_id ?? null, category: draft.category ?? null }
  const rule = { ...terms, to_value: draft.to_value ?? null, fee_most: draft.fee_most ?? null }
  assertTerms(rule, fail)
  await assertVendor(db, rule, fail)
  const from = await startOf(db, effective_from, fail)
  await assertAlone(db, { ...rule, group_vip_id, from, to: null, without: [] }, fail)
  return insertFee(db, me, { ...rule, group_vip_id, from, to: null, follows: null })
}

export async function changeFee({ db, me, input, fail }: Context<typeof groupVipFee.update>): Promise<FeeRow> {
  assertHeadOffice(me, fail)
  const { fee_id, version, effective_from, ...change } = input
  const fee = await lockFee(db, fee_id, fail)
  if (hasChanged(fee, version)) fail('changed_by_other', { current: fee })
  if (fee.time === feeTime.past) fail('action_invalid', { message: 'Quy tắc này đã hết hiệu lực.' })
  const rule = { ...termsOf(fee), ...definedFields(change) }
  assertTerms(rule, fail)
  await assertVendor(db, rule, fail)
  if (fee.time === feeTime.coming) return moveComing(db, me, { fee, rule, effective_from }, fail)
  const from = await startOf(db, effective_from, fail)
  const { group_vip_id, holds_to: to } = fee
  if (effective_from == null) {
    await assertAlone(db, { ...rule, group_vip_id, from, to, without: [fee_id] }, fail)
    await keepPast(db, fee, from)
    await db
      .updateTable('group_vip_fee')
      .set({ ...rule, ...changeColumns(me) })
      .where('fee_id', '=', fee_id)
      .execute()
    return (await findFee(db, fee_id))!
  }
  if (to !== null) await assertNothingFollows(db, fee_id, to, fail)
  assertBeforeEnd(from, to, fail)
  await assertAlone(db, { ...rule, group_vip_id, from, to, without: [fee_id] }, fail)
  await endAt(db, me, fee_id, from)
  return insertFee(db, me, { ...rule, group_vip_id, from, to, follows: fee_id })
}

export async function endFee({ db, me, input, fail }: Context<typeof groupVipFee.delete>): Promise<null> {
  assertHeadOffice(me, fail)
  const fee = await lockFee(db, input.fee_id, fail)
  const { fee_id, group_vip_id, time, holds_from, holds_to, follows } = fee
  if (time === feeTime.past) fail('action_invalid', { message: 'Quy tắc này đã hết hiệu lực.' })
  if (time === feeTime.now) {
    const end = await startOf(db, input.effective_from, fail)
    if (input.effective_from != null && holds_to !== null) await assertNothingFollows(db, fee_id, holds_to, fail)
    await assertAlone(db, { ...termsOf(fee), group_vip_id, from: holds_from, to: end, without: [fee_id] }, fail)
    await endAt(db, me, fee_id, end)
    return null
  }
  await db.deleteFrom('group_vip_fee').where('fee_id', '=', fee_id).execute()
  // The rule before it, which was to end when this one began, continues.
  if (follows !== null)
    await db
      .updateTable('group_vip_fee')
      .set({ holds_to, ...changeColumns(me) })
      .where('fee_id', '=', follows)
      .where('holds_to', '=', holds_from)
      .execute()
  return null
}

/** Customers of every partner and store pay these fees. */
function assertHeadOffice(me: Me, fail: Fail<'no_right'>): void {
  if (!isHeadOffice(me)) fail('no_right')
}

interface ComingRule {
  fee: FeeRow
  rule: FeeRule
  effective_from: string | null | undefined
}

/** A rule that is not in force yet is changed in place, and its day with it. */
async function moveComing(
  db: Db,
  me: Me,
  { fee, rule, effective_from }: ComingRule,
  fail: Fail<'threshold_duplicate' | 'request_invalid'>,
): Promise<FeeRow> {
  const { fee_id, group_vip_id, follows, holds_from, holds_to: to } = fee
  const from = effective_from == null ? holds_from : await startOf(db, effective_from, fail)
  assertBeforeEnd(from, to, fail)
  const excluded_ids = follows === null ? [fee_id] : [fee_id, follows]
  await assertAlone(db, { ...rule, group_vip_id, from, to, without: excluded_ids }, fail)
  const starts_later = from > holds_from
  const change = () =>
    db
      .updateTable('group_vip_fee')
      .set({ ...rule, holds_from: from, ...changeColumns(me) })
      .where('fee_id', '=', fee_id)
      .execute()
  // The replaced rule is ended first, so that the two never overlap.
  if (starts_later) await change()
  if (follows !== null && from !== holds_from)
    await db
      .updateTable('group_vip_fee')
      .set({ holds_to: from })
      .where('fee_id', '=', follows)
      .where('holds_to', '=', holds_from)
      .execute()
  if (!starts_later) await change()
  return (await findFee(db, fee_id))!
}

function termsOf(fee: FeeRow): FeeRule {
  const { payment_vendor_id, category, from_value, to_value, fee_rate, fee_fixed, fee_least, fee_most } = fee
  return { payment_vendor_id, category, from_value, to_value, fee_rate, fee_fixed, fee_least, fee_most }
}

/** The fields that the change contains. */
function definedFields(change: Change): Partial<FeeRule> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<FeeRule>
}

function assertTerms(rule: FeeRule, fail: Fail<'from_exceeds_to' | 'minimum_exceeds_maximum'>): void {
  const { from_value, to_value, fee_least, fee_most } = rule
  if (to_value !== null && from_value > to_value)
    fail('from_exceeds_to', { fields: { to_value: "Giá trị 'Từ' không được lớn hơn 'Đến'." } })
  if (fee_most !== null && fee_least > fee_most)
    fail('minimum_exceeds_maximum', { fields: { fee_most: 'Giá trị tối thiểu không được lớn hơn giá trị tối đa.' } })
}

async function assertVendor(
  db: Db,
  { payment_vendor_id }: FeeRule,
  fail: Fail<'payment_vendor_not_found'>,
): Promise<void> {
  if (payment_vendor_id === null) return
  const vendor = await db
    .selectFrom('payment_vendor')
    .select('vendor_code')
    .where('payment_vendor_id', '=', payment_vendor_id)
    .executeTakeFirst()
  if (!vendor) fail('payment_vendor_not_found')
}

/** Locks the rule's group, so that nothing of it changes meanwhile, and reads the rule. */
async function lockFee(db: Db, fee_id: number, fail: Fail<'not_found'>): Promise<FeeRow> {
  const fee = (await findFee(db, fee_id)) ?? fail('not_found')
  await lockGroup(db, fee.group_vip_id)
  return (await findFee(db, fee_id)) ?? fail('not_found')
}

/** When the change takes effect: at once, by the clock after the group was locked, or at the beginning of a day to come. */
async function startOf(db: Db, day: string | null | undefined, fail: Fail<'request_invalid'>): Promise<string> {
  const { rows } = await sql<{ at: string; is_to_come: boolean }>`
    select coalesce(${day ?? null}::date::timestamptz, clock_timestamp()) as at, coalesce(${day ?? null}::date > current_date, true) as is_to_come`.execute(
    db,
  )
  const { at: starts_at, is_to_come } = rows[0]!
  if (!is_to_come)
    fail('request_invalid', { fields: { effective_from: 'Phải từ ngày mai trở đi. Để trống: áp dụng ngay.' } })
  return starts_at
}

function assertBeforeEnd(from: string, to: string | null, fail: Fail<'request_invalid'>): void {
  const message = 'Phải trước ngày mà quy tắc này hết hiệu lực.'
  if (to !== null && from >= to) fail('request_invalid', { fields: { effective_from: message } })
}

/** Refuses when a planned change replaces the rule on the day on which it ends; a plain end may be moved. */
async function assertNothingFollows(db: Db, fee_id: number, ends_at: string, fail: Fail<'action_invalid'>) {
  const next = await db
    .selectFrom('group_vip_fee')
    .select('fee_id')
    .where('follows', '=', fee_id)
    .where('holds_from', '=', ends_at)
    .where('status', '=', 1)
    .executeTakeFirst()
  const day = ends_at.slice(0, 10).split('-').reverse().join('/')
  if (next) fail('action_invalid', { message: `Quy tắc này đã có thay đổi từ ${day}. Hãy sửa thay đổi đó.` })
}

interface Place extends FeeRule {
  group_vip_id: number
  from: string
  to: string | null
  /** Rules that it replaces. */
  without: readonly number[]
}

/** Refuses a rule that would overlap another one, and names it; the table's constraint refuses too, without the name. */
async function assertAlone(db: Db, place: Place, fail: Fail<'threshold_duplicate'>): Promise<void> {
  const { group_vip_id, payment_vendor_id, category, from_value, to_value, from, to, without } = place
  const { rows } = await sql<{ from_value: number; to_value: number | null; holds_from: string; is_coming: boolean }>`
    select from_value, to_value, holds_from, holds_from > clock_timestamp() as is_coming from group_vip_fee
    where status = 1 and group_vip_id = ${group_vip_id} and fee_id <> all (${without}::integer[])
      and payment_vendor_id is not distinct from ${payment_vendor_id}::integer and category is not distinct from ${category}::smallint
      and int8range(from_value, to_value, '[]') && int8range(${from_value}, ${to_value}, '[]')
      and tstzrange(holds_from, holds_to) && tstzrange(${from}::timestamptz, ${to}::timestamptz)
    order by from_value limit 1`.execute(db)
  const other = rows[0]
  if (!other) return
  const until = other.to_value === null ? '∞' : moneyText(other.to_value)
  const message = `Trùng với quy tắc ${moneyText(other.from_value)} – ${until}${other.is_coming ? ' sắp có hiệu lực' : ''}.`
  fail('threshold_duplicate', { message, fields: { from_value: message } })
}

/** Copies a rule's old values into a row of the past; its own row begins now. */
async function keepPast(db: Db, { fee_id }: FeeRow, ends_at: string): Promise<void> {
  const { rows } = await sql<{ was_from: string }>`
    select holds_from as was_from from group_vip_fee where fee_id = ${fee_id}`.execute(db)
  await sql`update group_vip_fee set holds_from = ${ends_at} where fee_id = ${fee_id}`.execute(db)
  await sql`
    insert into group_vip_fee (group_vip_id, payment_vendor_id, category, from_value, to_value, fee_rate, fee_fixed, fee_least, fee_most,
      created_by, created_at, updated_by, updated_at, holds_from, holds_to)
    select group_vip_id, payment_vendor_id, category, from_value, to_value, fee_rate, fee_fixed, fee_least, fee_most,
      created_by, created_at, updated_by, updated_at, ${rows[0]!.was_from}, ${ends_at}
    from group_vip_fee where fee_id = ${fee_id}`.execute(db)
}

async function endAt(db: Db, me: Me, fee_id: number, ends_at: string): Promise<void> {
  await db
    .updateTable('group_vip_fee')
    .set({ holds_to: ends_at, ...changeColumns(me) })
    .where('fee_id', '=', fee_id)
    .execute()
}

interface NewFee extends Omit<Place, 'without'> {
  follows: number | null
}

async function insertFee(db: Db, me: Me, { from, to, ...rule }: NewFee): Promise<FeeRow> {
  const { fee_id } = await db
    .insertInto('group_vip_fee')
    .values({ ...rule, holds_from: from, holds_to: to, created_by: me.user_id })
    .returning('fee_id')
    .executeTakeFirstOrThrow()
  return (await findFee(db, fee_id))!
}
