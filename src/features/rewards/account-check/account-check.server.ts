import { sql } from 'kysely'
import type { RefusedRow } from '#contract/bulk.ts'
import { checkDays, contains, inDays, paginate, sortOf } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import { serve, type Context } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { isHeadOffice } from '#contract/person.ts'
import { accountCheck, accountStatus, checkStatus, max_accounts } from './account-check.contract.ts'
import { check_job } from './account-check.jobs.ts'
import { findCheck, findItem, recount, selectChecks, selectItems } from './account-check.query.server.ts'

export default serve(accountCheck, {
  list: ({ db, me, input, fail }) => {
    const { status, from_date, to_date, keyword } = input
    checkDays({ from_date, to_date }, fail)
    const [column, direction] = sortOf(input.sort, '-created_at')
    const query = selectChecks(db, me)
      .where(contains('c.search', keyword))
      .$if(status != null, (q) => q.where('c.status', '=', status!))
      .where(inDays('c.created_at', { from_date, to_date }))
      .orderBy(sql.ref(`c.${column}`), direction)
      .orderBy('c.batch_id', direction)
    return paginate(db, query, input)
  },

  detail: async ({ db, me, input, fail }) => {
    const { batch_id, status, item_id, keyword } = input
    const batch = (await findCheck(db, me, batch_id)) ?? fail('not_found')
    const [column, direction] = sortOf(input.sort, 'item_id')
    const query = selectItems(db, me)
      .where('i.batch_id', '=', batch_id)
      .where(contains('i.search', keyword))
      .$if(status != null, (q) => q.where('i.status', '=', status!))
      .$if(item_id != null, (q) => q.where('i.item_id', '=', item_id!))
      .orderBy(sql.ref(`i.${column}`), direction)
      .orderBy('i.item_id', direction)
    const recent_count = batch.status === checkStatus.running ? await recentCount(db, me, batch_id) : 0
    return { ...(await paginate(db, query, input)), batch, recent_count }
  },

  create,
  retry,
  udpCustName,

  pause: async ({ db, me, input: { batch_id, is_paused }, enqueue, fail }) => {
    const [from, to] = is_paused ? [checkStatus.running, checkStatus.paused] : [checkStatus.paused, checkStatus.running]
    const movedCheck = await db
      .updateTable('account_check')
      .set({ status: to, version: sql<number>`version + 1` })
      .where('batch_id', '=', batch_id)
      .where('status', '=', from)
      .where(within(me, 'account_check'))
      .executeTakeFirst()
    const batch = (await findCheck(db, me, batch_id)) ?? fail('not_found')
    if (movedCheck.numUpdatedRows === 0n)
      fail('action_invalid', { message: is_paused ? 'Lô này không đang chạy.' : 'Lô này không tạm dừng.' })
    if (!is_paused) await enqueue(db, check_job, { batch_id }, String(batch_id))
    return batch
  },
})

async function recentCount(db: Db, me: Me, batch_id: number): Promise<number> {
  const { recent } = await db
    .selectFrom('account_check_item as i')
    .where(within(me, 'account_check_item', 'i'))
    .select((eb) => eb.fn.countAll<number>().as('recent'))
    .where('i.batch_id', '=', batch_id)
    .where('i.checked_at', '>', sql<string>`clock_timestamp() - interval '10 seconds'`)
    .executeTakeFirstOrThrow()
  return recent
}

type CreateCall = Context<typeof accountCheck.create>

const not_configured = 'Chưa cấu hình cổng Viettel Money nên chưa kiểm tra được.'

async function create({ db, me, input, can_pay, enqueue, fail }: CreateCall) {
  if (!can_pay.has('telecom')) fail('payment_vendor_not_found', { message: not_configured })
  const batch_id =
    input.batch_id == null ? await createBatch(db, me, input.name, fail) : await lockOwn(db, me, input, fail)
  const { refused, same } = await addAccounts(db, batch_id, input.rows)
  await recount(db, batch_id)
  await enqueue(db, check_job, { batch_id }, String(batch_id))
  return { refused, same, batch: (await findCheck(db, me, batch_id))! }
}

async function createBatch(db: Db, me: Me, name: string, fail: CreateCall['fail']): Promise<number> {
  if (!isHeadOffice(me)) fail('not_found')
  const { batch_id } = await db
    .insertInto('account_check') // unscoped: a new batch of the head office
    .values({ name, created_by: me.user_id })
    .returning('batch_id')
    .executeTakeFirstOrThrow()
  return batch_id
}

/** Locks the batch for a further part of a list, which only the sender of the first part may add. */
async function lockOwn(db: Db, me: Me, { batch_id }: CreateCall['input'], fail: CreateCall['fail']): Promise<number> {
  const batch = await db
    .selectFrom('account_check')
    .select(['batch_id', 'created_by'])
    .where('batch_id', '=', batch_id!)
    .where(within(me, 'account_check'))
    .forUpdate()
    .executeTakeFirst()
  if (!batch) return fail('not_found')
  if (batch.created_by !== me.user_id)
    fail('action_invalid', { message: 'Chỉ người tạo lô thêm được tài khoản vào lô.' })
  return batch.batch_id
}

/** Adds accounts that the batch does not have yet; refuses a number that it has under another name. */
async function addAccounts(db: Db, batch_id: number, rows: CreateCall['input']['rows']) {
  const existing = await db
    .selectFrom('account_check_item') // unscoped: the caller has locked the batch
    .select(['msisdn', 'cust_name'])
    .where('batch_id', '=', batch_id)
    .where(
      'msisdn',
      'in',
      rows.map(({ msisdn }) => msisdn),
    )
    .execute()
  const { size } = await db
    .selectFrom('account_check') // unscoped: as above
    .select('item_count as size')
    .where('batch_id', '=', batch_id)
    .executeTakeFirstOrThrow()
  const names = new Map(existing.map(({ msisdn, cust_name }) => [msisdn, cust_name]))
  const refused: RefusedRow[] = []
  const unchanged_rows: number[] = []
  const addedRows: CreateCall['input']['rows'] = []
  for (const [index, row] of rows.entries()) {
    const name = names.get(row.msisdn)
    if (name === row.cust_name) unchanged_rows.push(index)
    else if (name !== undefined)
      refused.push({
        index,
        error: `Số này đã có trong lô với tên ${name}.`,
        fix: 'Bỏ dòng này hoặc sửa tên trong lô',
        field: 'cust_name',
      })
    else if (size + addedRows.length >= max_accounts)
      refused.push({ index, error: 'Lô đã đủ 50.000 tài khoản.', fix: 'Tạo thêm một lô khác cho các dòng còn lại' })
    else {
      addedRows.push(row)
      names.set(row.msisdn, row.cust_name)
    }
  }
  if (addedRows.length > 0)
    await db
      .insertInto('account_check_item') // unscoped: as above
      .values(addedRows.map((row) => ({ ...row, batch_id })))
      .execute()
  return { refused, same: unchanged_rows }
}

/** The columns of an account that is not checked yet. */
const unchecked = {
  status: accountStatus.waiting,
  tries: 0,
  next_try_at: null,
  version: sql<number>`version + 1`,
}

type RetryCall = Context<typeof accountCheck.retry>

async function retry({ db, me, input: { batch_id, item_ids }, can_pay, enqueue, fail }: RetryCall) {
  if (!can_pay.has('telecom')) fail('payment_vendor_not_found', { message: not_configured })
  await lockBatch(db, me, batch_id, fail)
  const result = await db
    .updateTable('account_check_item')
    .set(unchecked)
    .where('batch_id', '=', batch_id)
    .where('status', '=', accountStatus.error)
    .where(within(me, 'account_check_item'))
    .$if(item_ids != null, (q) => q.where('item_id', 'in', [...new Set(item_ids!)]))
    .executeTakeFirst()
  const requested_count = item_ids == null ? 1n : BigInt(new Set(item_ids).size)
  if (result.numUpdatedRows < requested_count)
    fail('action_invalid', {
      message: item_ids == null ? 'Lô này không còn tài khoản lỗi.' : 'Chỉ kiểm tra lại được tài khoản lỗi của lô này.',
    })
  await recount(db, batch_id)
  await enqueue(db, check_job, { batch_id }, String(batch_id))
  return (await findCheck(db, me, batch_id))!
}

async function lockBatch(db: Db, me: Me, batch_id: number, fail: RetryCall['fail']): Promise<void> {
  const batch = await db
    .selectFrom('account_check')
    .select('batch_id')
    .where('batch_id', '=', batch_id)
    .where(within(me, 'account_check'))
    .forUpdate()
    .executeTakeFirst()
  if (!batch) fail('not_found')
}

async function udpCustName({ db, me, input, can_pay, enqueue, fail }: Context<typeof accountCheck.udpCustName>) {
  const { item_id, cust_name, version } = input
  if (!can_pay.has('telecom')) fail('payment_vendor_not_found', { message: not_configured })
  const { batch_id } = (await findItem(db, me, item_id)) ?? fail('not_found')
  // Lock order as in the job: the batch before its accounts.
  await db
    .selectFrom('account_check')
    .select('batch_id')
    .where('batch_id', '=', batch_id)
    .where(within(me, 'account_check'))
    .forUpdate()
    .execute()
  const changed = await db
    .updateTable('account_check_item')
    .set({ ...unchecked, cust_name, account_name: null, result_code: null, result_message: null })
    .where('item_id', '=', item_id)
    .where(within(me, 'account_check_item'))
    .$if(version != null, (q) => q.where('version', '=', version!))
    .executeTakeFirst()
  const storedItem = (await findItem(db, me, item_id)) ?? fail('not_found')
  if (changed.numUpdatedRows === 0n) fail('changed_by_other', { current: storedItem })
  await recount(db, batch_id)
  await enqueue(db, check_job, { batch_id }, String(batch_id))
  return storedItem
}
