import { sql, type RawBuilder } from 'kysely'
import type { RefusedRow, RowRefusal } from '#contract/bulk.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { isHeadOffice } from '#contract/person.ts'
import { constraintError } from '#server/database/refusal.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { paginate, sortOf } from '#server/record/list.ts'
import { recordsOf } from '#server/record/records.ts'
import { runOrTry } from '#server/record/trial.ts'
import { hasChanged } from '#server/record/change-columns.ts'
import { within } from '#server/scope.ts'
import { serve, type Context } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { canSeePartner } from '#features/partners/partner/partner.query.server.ts'
import {
  DiscountRecord,
  discountState,
  merchantDiscount,
  type DiscountImportRow,
  type DiscountRow,
} from './merchant-discount.contract.ts'
import type * as z from 'zod/mini'

const records = recordsOf(DiscountRecord)

export default serve(merchantDiscount, {
  list: ({ db, me, input }) => {
    const { partner_id, category, keyword } = input
    const [column, direction] = sortOf(input.sort, '-from_date')
    const query = discounts(db, me)
      .$if(partner_id != null, (q) => q.where('r.partner_id', '=', partner_id!))
      .$if(category != null, (q) => q.where('r.category', '=', category!))
      .$if(Boolean(keyword), (q) =>
        q.where(sql<boolean>`position(vn_fold(${keyword}) in vn_fold(p.partner_code || ' ' || p.partner_name)) > 0`),
      )
      .orderBy(sql.ref(`r.${column}`), direction)
      .orderBy('r.merchant_discount_id', direction)
    return paginate(db, query, input)
  },

  add: async ({ db, me, input, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    await lockDiscounts(db)
    await assertOfProduct(db, input, fail)
    await assertFrom(db, input.from_date, 0, fail)
    return insert(db, me, input, fail)
  },

  update: async ({ db, me, input, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    await lockDiscounts(db)
    const storedDiscount = (await records.find(discounts(db, me), input.merchant_discount_id)) ?? fail('not_found')
    if (hasChanged(storedDiscount, input.version)) fail('changed_by_other', { current: storedDiscount })
    const sent_fields = Object.entries(input).filter(([, value]) => value !== undefined)
    const changedDiscount: DiscountRow = { ...storedDiscount, ...Object.fromEntries(sent_fields) }
    if (input.partner_id !== undefined && !(await canSeePartner(db, me, input.partner_id))) fail('partner_not_found')
    if (storedDiscount.status === discountState.coming) await assertFrom(db, changedDiscount.from_date, 0, fail)
    else await assertOnlyEnd(db, storedDiscount, changedDiscount, fail)
    await assertOfProduct(db, changedDiscount, fail)
    await records.change(db, me, input, fail, discounts(db, me))
    return (await records.find(discounts(db, me), input.merchant_discount_id))!
  },

  delete: async ({ db, me, input, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    await lockDiscounts(db)
    const discount = (await records.find(discounts(db, me), input.merchant_discount_id)) ?? fail('not_found')
    if (discount.status !== discountState.coming)
      fail('over_cut_off', { message: 'Chiết khấu đã áp dụng: hãy đặt ngày hết hạn thay vì xóa.' })
    await records.remove(db, me, input, fail)
    return null
  },

  import: importDiscounts,
})

/** Serializes changes of rates, so that parallel ones cannot overlap. */
const lockDiscounts = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('merchant_discount'))`.execute(db)

function discounts(db: Db, me: Me) {
  return records
    .rows(db, me)
    .innerJoin('partner as p', 'p.partner_id', 'r.partner_id') // unscoped: only the partner of a rate within the scope
    .select(['p.partner_code', 'p.partner_name', stateOf.as('status')])
    .$castTo<DiscountRow>()
}

const stateOf: RawBuilder<DiscountRow['status']> =
  sql`case when r.from_date > current_date then ${sql.lit(discountState.coming)}
  when r.to_date < current_date then ${sql.lit(discountState.ended)} else ${sql.lit(discountState.running)} end`

type Draft = z.output<typeof merchantDiscount.add.input>

async function insert(db: Db, me: Me, draft: Draft, fail: Fail<'partner_not_found'>): Promise<DiscountRow> {
  if (!(await canSeePartner(db, me, draft.partner_id))) fail('partner_not_found')
  return (await records.find(discounts(db, me), await records.insert(db, me, draft)))!
}

/** Refuses a face value that the product's tickets do not have. */
async function assertOfProduct(
  db: Db,
  { category, denomination }: Pick<DiscountRow, 'category' | 'denomination'>,
  fail: Fail<'category_not_found' | 'amount_wrong'>,
): Promise<void> {
  const product = await db
    .selectFrom('category')
    .select('face_values')
    .where('category', '=', category)
    .executeTakeFirst()
  if (!product) return fail('category_not_found')
  if (product.face_values.includes(denomination)) return
  const message = `Sản phẩm này chỉ có mệnh giá ${product.face_values.map(moneyText).join(', ')}.`
  fail('amount_wrong', { message, fields: { denomination: message } })
}

async function assertFrom(db: Db, from_date: string, days: number, fail: Fail<'over_cut_off'>): Promise<void> {
  const { rows } = await sql<{ is_ahead: boolean }>`
    select ${from_date}::date >= current_date + ${days}::integer as is_ahead`.execute(db)
  const message = 'Chỉ áp dụng được từ hôm nay trở đi.'
  if (!rows[0]!.is_ahead) fail('over_cut_off', { message, fields: { from_date: message } })
}

/** Refuses changes of a started rate except its last day, because the partner has already seen it. */
async function assertOnlyEnd(
  db: Db,
  storedDiscount: DiscountRow,
  changedDiscount: DiscountRow,
  fail: Fail<'over_cut_off'>,
): Promise<void> {
  const fixed_fields = ['partner_id', 'category', 'denomination', 'rate', 'from_date'] as const
  const changed = fixed_fields.find((name) => storedDiscount[name] !== changedDiscount[name])
  if (changed) {
    const message = 'Chiết khấu đã áp dụng: chỉ sửa được ngày hết hạn.'
    fail('over_cut_off', { message, fields: { [changed]: message } })
  }
  const { rows } = await sql<{ is_past: boolean }>`
    select coalesce(${changedDiscount.to_date ?? null}::date < current_date, false) as is_past`.execute(db)
  const message = 'Sớm nhất là hết hôm nay.'
  if (rows[0]!.is_past && changedDiscount.to_date !== storedDiscount.to_date)
    fail('over_cut_off', { message, fields: { to_date: message } })
}

type ImportRow = z.output<typeof DiscountImportRow>

async function importDiscounts({ db, me, input, fail }: Context<typeof merchantDiscount.import>) {
  if (!isHeadOffice(me)) fail('no_right')
  await lockDiscounts(db)
  const lookups = await lookUp(db, me, input.rows)
  return runOrTry(db, input.dry_run, async () => {
    const refused: RefusedRow[] = []
    const unchanged_rows: number[] = []
    for (const [index, row] of input.rows.entries()) {
      const outcome = await importRow(db, me, { ...row, rate: row.rate ?? input.rate ?? null }, lookups)
      if (outcome === 'same') unchanged_rows.push(index)
      else if (outcome) refused.push({ index, ...outcome })
    }
    return { refused, same: unchanged_rows }
  })
}

interface LookupTables {
  today: string
  partners: ReadonlyMap<string, number>
  products: ReadonlyMap<string, { category: DiscountRow['category']; face_values: number[] }>
}

async function lookUp(db: Db, me: Me, rows: readonly ImportRow[]): Promise<LookupTables> {
  const partners = await db
    .selectFrom('partner')
    .select(['partner_id', 'partner_code'])
    .where('partner_code', 'in', ['', ...rows.map(({ partner_code }) => partner_code)])
    .where(within(me, 'partner'))
    .execute()
  const products = await db.selectFrom('category').select(['category', 'category_code', 'face_values']).execute()
  const { rows: now } = await sql<{ today: string }>`select current_date as today`.execute(db)
  return {
    today: now[0]!.today,
    partners: new Map(partners.map(({ partner_code, partner_id }) => [partner_code, partner_id])),
    products: new Map(
      products.map(({ category_code, category, face_values }) => [
        category_code.toUpperCase(),
        { category: category as DiscountRow['category'], face_values },
      ]),
    ),
  }
}

/** Adds one row; returns `same` for an existing rate, or the refusal. */
async function importRow(
  db: Db,
  me: Me,
  { partner_code, product_type_code, denomination, rate, from_date, to_date }: ImportRow,
  { today, partners, products }: LookupTables,
): Promise<RowRefusal | 'same' | null> {
  const refuse = (field: string, error: string, fix: string): RowRefusal => ({ field, error, fix })
  const partner_id = partners.get(partner_code)
  if (partner_id === undefined) return refuse('partner_code', 'Không có đại lý với mã này.', 'Sửa mã đại lý')
  const product = products.get(product_type_code.toUpperCase())
  if (!product)
    return refuse(
      'product_type_code',
      'Không có loại sản phẩm với mã này.',
      `Dùng một trong: ${[...products.keys()].join(', ')}`,
    )
  if (!product.face_values.includes(denomination))
    return refuse(
      'denomination',
      'Sản phẩm không có mệnh giá này.',
      `Dùng ${product.face_values.map(moneyText).join(', ')}`,
    )
  if (rate == null) return refuse('rate', 'Dòng này chưa có tỷ lệ.', 'Ghi tỷ lệ của dòng hoặc tỷ lệ chung cho cả tệp')
  const draft = { partner_id, category: product.category, denomination, rate, from_date, to_date }
  const existing = await db
    .selectFrom('merchant_discount')
    .select('merchant_discount_id')
    .where((eb) => eb.and(draft))
    .where(within(me, 'merchant_discount'))
    .executeTakeFirst()
  if (existing) return 'same'
  if (from_date < today) return refuse('from_date', 'Chỉ áp dụng được từ hôm nay trở đi.', 'Sửa ngày áp dụng')
  await sql`savepoint one_row`.execute(db)
  try {
    await records.insert(db, me, draft)
    await sql`release savepoint one_row`.execute(db)
    return null
  } catch (error) {
    if (constraintError(error, ['discount_exists']) === null) throw error
    await sql`rollback to savepoint one_row`.execute(db)
    return refuse('from_date', 'Đã có tỷ lệ khác trong khoảng ngày này.', 'Sửa ngày, hoặc cho tỷ lệ cũ hết hạn trước')
  }
}
