import { sql } from 'kysely'
import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls, pageOf, read, search } from '#contract/call.ts'
import { count, id, money, optional } from '#contract/fields.ts'
import { account } from '#features/access/account/account.contract.ts'
import { openOffice, type Office, type Person } from '../../testing/office.ts'
import { services } from '../../services.ts'
import { inReadTransaction, type Db } from '#server/database/transaction.ts'
import { assertSortable, count_bound, inDays, paginate } from './list.ts'
import { serve } from '#server/serve.ts'

const Sale = z.object({ sale_id: id(), quantity: count('Số vé'), amount: optional(money('Thành tiền')) })
const sale = calls('test/sale', {
  list: read('GET list', {
    title: 'Bán vé',
    may: 'user',
    input: search({ until: count('Đến mã'), price: money('Giá'), seconds: optional(count('Lâu')) }, ['amount']),
    output: pageOf(Sale, ['quantity', 'amount']),
  }),
})

/** Rows 1 … until: n tickets each, paid at one price, every seventh unpaid; with `seconds` an amount takes so long to compute. */
const saleService = serve(sale, {
  list: ({ db, input: { until, price, seconds, ...input } }) => {
    const amount = sql<number | null>`case when n % 7 > 0 then n * ${price}::bigint end`
    const slow = sql<number | null>`(select n * ${price}::bigint from pg_sleep(0 * n + ${seconds ?? 0}::integer))`
    const query = db
      .selectFrom(sql<{ n: number }>`generate_series(1, ${until}::integer)`.as<'g'>(sql`g(n)`))
      .select(['g.n as sale_id', 'g.n as quantity', (seconds ? slow : amount).as('amount')])
      .orderBy('g.n', input.sort === '-amount' ? 'desc' : 'asc')
    return paginate(db, query, input, ['quantity', 'amount'])
  },
})

let office: Office
let admin: Person
const full_name = 'Giảm 50%_giá \\ Ngô Ước'

beforeAll(async () => {
  office = await openOffice([...services, ...saleService])
  admin = await office.hire('admin')
  await admin.call(account.add, { user_name: 'khuyenmai', password: 'Đường-hoa-72', full_name })
})
afterAll(() => office.close())

const namesOf = async (keyword: string) => {
  const { items, total } = await admin.call(account.list, { keyword })
  expect(total).toBe(items.length)
  return items.map((item) => item.full_name)
}

test.each(['50%', '%_g', '_', '\\', 'á \\ N', '50％＿giá ＼', 'GIAM', 'ngo uoc'])(
  'the keyword “%s” finds the name that contains it',
  async (keyword) => {
    expect(await namesOf(keyword)).toEqual([full_name])
  },
)

test.each(['0%g', '5__', '%%', '％％', 'Giảm_50', '\\%', '＼％', "' or '1'='1", 'giam\\ 50'])(
  'the keyword “%s” finds nothing: no character is a wildcard',
  async (keyword) => {
    expect(await namesOf(keyword)).toEqual([])
  },
)

const sumOf = (values: readonly (number | null | undefined)[]) =>
  values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

/** All rows, page after page, as an export takes them. */
async function exported(input: { until: number; price: number }) {
  const rows = []
  for (let page_index = 1; ; page_index++) {
    const { items } = await admin.call(sale.list, { ...input, page_index, page_size: 300, part: 'rows' })
    rows.push(...items)
    if (items.length < 300) return rows
  }
}

test.each([0, 1, 299, 300, 301, 1_000])('the totals of %i rows are the sums of the exported rows', async (until) => {
  const input = { until, price: 10_000 }
  const rows = await exported(input)
  const { items, total, sums } = await admin.call(sale.list, { ...input, part: 'totals' })
  expect(items).toEqual([])
  expect(total).toBe(rows.length)
  expect(sums).toEqual({
    quantity: sumOf(rows.map(({ quantity }) => quantity)),
    amount: sumOf(rows.map(({ amount }) => amount)),
  })
})

test('rows and totals can be read apart, and a read without a part has both', async () => {
  const input = { until: 45, price: 1, page_index: 3, sort: '-amount' } as const
  const both = await admin.call(sale.list, input)
  const rows = await admin.call(sale.list, { ...input, part: 'rows' })
  const totals = await admin.call(sale.list, { ...input, part: 'totals' })
  expect(rows.items.map(({ sale_id }) => sale_id)).toEqual([5, 4, 3, 2, 1])
  expect(Object.keys(rows)).toEqual(['items'])
  expect(both).toEqual({ ...totals, ...rows })
  expect(totals).toMatchObject({ items: [], total: 45 })
})

test('a list with sums is counted exactly, beyond the bound of counts', async () => {
  const until = count_bound + 1
  expect(await admin.call(sale.list, { until, price: 0, part: 'totals' })).toEqual({
    items: [],
    total: until,
    sums: { quantity: (until * (until + 1)) / 2, amount: 0 },
  })
})

test('a list without sums is counted up to the bound, and says when there are more', async () => {
  const counted = (rows: number) =>
    inReadTransaction(office.db, (db) => {
      const query = db
        .selectFrom(sql<{ n: number }>`generate_series(1, ${rows}::integer)`.as<'g'>(sql`g(n)`))
        .select('g.n')
      return paginate(db, query, { page_index: 1, page_size: 10, part: 'totals' })
    })
  expect(await counted(count_bound)).toEqual({ items: [], total: count_bound })
  expect(await counted(count_bound + 1)).toEqual({ items: [], total: count_bound, total_capped: true })
})

test('sums of money are exact as far as numbers are, and a fault beyond', async () => {
  const input = { until: 4, part: 'totals' } as const
  const { sums } = await admin.call(sale.list, { ...input, price: 900_000_000_000_000 })
  expect(sums).toEqual({ quantity: 10, amount: 9_000_000_000_000_000 })
  const { status, body } = await admin.raw(sale.list, { ...input, price: 901_000_000_000_000 })
  expect([status, body.data]).toEqual([500, null])
})

test('sums that take too long are null, and the rows are still counted', async () => {
  const input = { until: 40, price: 1, seconds: 1, part: 'totals' } as const
  expect(await admin.call(sale.list, input)).toEqual({ items: [], total: 40, sums: null })
})

test('adding up does not change the time limit of later statements', async () => {
  const limit = async (db: Db) => (await sql`show statement_timeout`.execute(db)).rows[0]
  await inReadTransaction(office.db, async (db) => {
    const before = await limit(db)
    const query = db.selectFrom('partner').select('partner_id')
    await paginate(db, query, { page_index: 1, page_size: 10 }, ['partner_id'])
    expect(await limit(db)).toEqual(before)
  })
})

test('more rows than people wait for are refused before they are sorted, with what to narrow', async () => {
  await inReadTransaction(office.db, async (db) => {
    const rows = (many: number) =>
      db.selectFrom(sql<{ n: number }>`generate_series(1, ${many}::integer)`.as<'g'>(sql`g(n)`)).select('g.n')
    const refusals: unknown[] = []
    const fail = (...refusal: unknown[]) => void refusals.push(refusal)
    await assertSortable(db, rows(1_000), fail as never, 'Hãy gõ thêm chữ.', 1_000)
    expect(refusals).toEqual([])
    await assertSortable(db, rows(1_001), fail as never, 'Hãy gõ thêm chữ.', 1_000)
    const message = 'Có hơn 1.000 dòng để sắp xếp. Hãy gõ thêm chữ.'
    expect(refusals).toEqual([['search_time_exceeded', { message, fields: { keyword: message } }]])
  })
})

test.each([
  [{}, 3],
  [{ from_date: '2026-11-22', to_date: null }, 2],
  [{ from_date: null, to_date: '2026-11-22' }, 2],
  [{ from_date: '2026-11-22', to_date: '2026-11-22' }, 1],
])('of three moments on three days, %o finds %i, the end of the last day included', async (days, matches) => {
  const moments = sql<{ at: string }>`(values (timestamptz '2026-11-21 23:59:59.999+07'),
    (timestamptz '2026-11-22 23:59:59.999+07'), (timestamptz '2026-11-23 00:00+07'))`
  const query = (db: Db) =>
    db
      .selectFrom(moments.as<'m'>(sql`m(at)`))
      .select('m.at')
      .where(inDays('m.at', days))
  expect(await inReadTransaction(office.db, (db) => query(db).execute())).toHaveLength(matches)
})
