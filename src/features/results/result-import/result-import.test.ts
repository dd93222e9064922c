import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { setGamePeriod, openPos, sell } from '../../../testing/orders.ts'
import { sheets } from '../../../testing/sheets.ts'
import { dayFromNow, setPeriod, stations } from '../../../testing/tickets.ts'
import { resultPage } from '#features/results/pages.contract.ts'
import { product } from '#features/results/product/product.contract.ts'
import { result, resultSource } from '#features/results/result/draw-result.contract.ts'
import { resultStatus } from '#features/results/result/drawn-numbers.contract.ts'
import { max_import_rows, resultImport } from './result-import.contract.ts'

let office: Office
let an: Person
beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...resultPage.rights])
})
afterAll(() => office.close())

const southern = { category_code: 'xsmn', area_code: 'hcm', result: Object.values(sheets.hcm).flat().join(' ') }
const mega = (period_code: string, open_date: string) => ({
  category_code: 'M645',
  period_code,
  open_date,
  result: '03 09 17 22 27 32',
})

test('draws of past years are created with their results, which are confirmed at once', async () => {
  const { refused } = await an.call(resultImport.import, {
    rows: [
      { ...southern, open_date: '2024-03-04' },
      { ...mega('#01521', '2023-06-11'), published: '23.970.104.000 x 1 giải' },
      {
        category_code: 'P655',
        period_code: '01018',
        open_date: '2024-04-06',
        result: '02 34 39 41 45 52 | 51',
        published: '300.000.000.000; 67.784.892.000 (1 giải)',
      },
    ],
  })
  expect(refused).toEqual([])
  const { items } = await an.call(result.list, { to_date: '2024-12-31', sort: 'draw_at' })
  expect(items).toMatchObject([
    { period_code: 'M645-01521', published: { jackpot: { winners: 1, amount: 23_970_104_000 } } },
    { name: 'TP. Hồ Chí Minh', period_code: 'HCM-20240304', numbers: sheets.hcm, status: resultStatus.confirmed },
    {
      published: {
        jackpot1: { winners: 0, amount: 300_000_000_000 },
        jackpot2: { winners: 1, amount: 67_784_892_000 },
      },
    },
  ])
  expect(items.every(({ source }) => source === resultSource.file)).toBe(true)
})

test('each invalid row is refused with its reason, and the others are imported', async () => {
  const rows = [
    { ...southern, open_date: '2024-03-11', area_code: 'XX' },
    { ...southern, open_date: '2024-03-11', result: '31 729' },
    { ...mega('', '2023-06-14'), period_code: null },
    { ...mega('01522', '2023-06-14'), published: '1.200.000.000' },
    mega('01530', '2023-06-14'),
    mega('01530', '2023-06-14'),
    mega('01525', '2023-06-16'),
    {
      category_code: 'KENO',
      period_code: '0000001',
      open_date: '2022-01-01',
      result: '04 12 16 18 26 27 34 37 41 43 45 47 53 54 55 62 67 71 72 73',
    },
    { ...southern, open_date: '2999-01-07' },
    { ...southern, open_date: '2024-03-11' },
    { ...southern, category_code: 'ABC', open_date: '2024-03-11' },
  ]
  const { refused } = await an.call(resultImport.import, { rows })
  expect(refused.map(({ index, error }) => [index, error])).toEqual([
    [0, 'Xổ số miền Nam không có đài XX'],
    [1, expect.stringContaining('có 0 số')],
    [2, 'Thiếu mã kỳ'],
    [3, 'Jackpot 1.200.000.000 đ'],
    // It is not known which of the two numbers is wrong.
    [4, 'Mã kỳ không theo thứ tự ngày quay'],
    [5, 'Kỳ này đã có ở dòng trên'],
    [6, 'Mã kỳ không theo thứ tự ngày quay'],
    [7, 'Không rõ giờ quay của kỳ này'],
    [8, 'Không có kỳ này'],
    [10, 'Không có sản phẩm ABC'],
  ])
  const secondImport = await an.call(resultImport.import, { rows: [{ ...southern, open_date: '2024-03-11' }] })
  expect(secondImport.refused).toMatchObject([{ index: 0, error: 'Kỳ đã có kết quả' }])
})

test('an imported result of a draw with sales waits for a second person', async () => {
  const period_id = await setGamePeriod(office, product.bingo18, 'open')
  await sell(office, await openPos(office), {
    period_id,
    category: product.bingo18,
    boards: [{ play_type: 1705, numbers: '12', stake: 1 }],
  })
  const { rows } = await office.write((db) =>
    sql<{ open_date: string }>`
      update draw_period set period_code = 'BINGO18-0000777', stop_at = now() - interval '3 minutes', print_at = now() - interval '2 minutes',
        return_until = now() - interval '3 minutes', draw_at = now() - interval '1 minute'
      where period_id = ${period_id} returning open_date`.execute(db),
  )
  const row = { category_code: 'BINGO18', period_code: '777', open_date: rows[0]!.open_date, result: '5 5 2' }
  expect((await an.call(resultImport.import, { rows: [row] })).refused).toEqual([])
  const { items } = await an.call(result.list, { category: product.bingo18 })
  expect(items).toMatchObject([{ status: resultStatus.entered, source: resultSource.file }])
  const { result_id } = items[0]!
  await expect(an.call(result.confirm, { result_id, numbers: { main: ['5', '5', '2'] } })).rejects.toMatchObject({
    code: 169,
  })
})

test('without a second person only results of before the first order, or at least 30 days old, are confirmed', async () => {
  const day = (days: number) => dayFromNow(office.db, days)
  const statusOf = async (open_date: string) => {
    expect((await an.call(resultImport.import, { rows: [{ ...southern, open_date }] })).refused).toEqual([])
    const { items } = await an.call(result.list, { category: product.south, from_date: open_date, to_date: open_date })
    return items.map(({ status }) => status)
  }
  await setPeriod(office, stations.tphcm, await day(0), 'drawn')
  expect(await statusOf(await day(0))).toEqual([resultStatus.entered])
  // The first order is of today.
  expect(await statusOf(await day(-2))).toEqual([resultStatus.confirmed])
  await office.write(async (db) => {
    await sql`select make_sale_partitions((current_date - 60)::date, current_date)`.execute(db)
    await sql`insert into sale_order (order_id, ordered_at, category, period_id, open_date, pos_id, device_id, msisdn, handling, quantity, amount)
      select first_order_id(current_date - 40) + order_id % 1000000000, ordered_at - interval '40 days', category, period_id, open_date, pos_id,
        device_id, msisdn, handling, quantity, amount from sale_order`.execute(db)
  })
  expect(await statusOf(await day(-1))).toEqual([resultStatus.entered])
  expect(await statusOf(await day(-29))).toEqual([resultStatus.entered])
  expect(await statusOf(await day(-30))).toEqual([resultStatus.confirmed])
})

/** `RESULT_IMPORT=10000` measures the size with which a business starts. */
const many = Number(process.env.RESULT_IMPORT ?? 2_000)

test('draws of several years are imported, and the duration is printed', async () => {
  const { rows: areas } = await sql<{ area_code: string }>`
    select area_code from draw_area where category = ${product.south} order by area_id`.execute(office.db)
  const digits = (length: number, n: number) =>
    String((n * 7919 + length * 104_729) % 10 ** length).padStart(length, '0')
  const lengths = [6, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 4, 4, 4, 4, 3, 2]
  const rows = Array.from({ length: many }, (_, n) => ({
    category_code: 'XSMN',
    area_code: areas[n % areas.length]!.area_code,
    open_date: new Date(Date.UTC(2020, 0, 1 - Math.floor(n / areas.length))).toISOString().slice(0, 10),
    result: lengths.map((length, index) => digits(length, n * 31 + index)).join(' '),
  }))
  const since = performance.now()
  for (let start = 0; start < many; start += max_import_rows) {
    const { refused } = await an.call(resultImport.import, { rows: rows.slice(start, start + max_import_rows) })
    expect(refused).toEqual([])
  }
  const seconds = (performance.now() - since) / 1_000
  console.log(
    `results: ${JSON.stringify({ draws: many, seconds: Number(seconds.toFixed(1)), per_second: Math.round(many / seconds) })}`,
  )
  const { total } = await an.call(result.list, {
    from_date: '2000-01-01',
    to_date: '2020-01-01',
    status: resultStatus.confirmed,
  })
  expect(total).toBe(many)
}, 180_000)
