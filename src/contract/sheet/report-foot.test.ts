import { expect, test } from 'vitest'
import type { ExportColumn } from './cells.ts'
import { ReportFoot } from './report-foot.ts'

const column = (key: string): ExportColumn => ({ key, head: key, kind: 'money' })

const stamp = (as_of: string) => ({
  from_date: '2026-11-01',
  to_date: '2026-11-22',
  as_of,
  sums: { orders: 3, amount: 30_000 },
})

test('an exported report ends with the sums of its rows, its range of days and the moment of its figures', () => {
  const first = stamp('2026-11-22T13:05:09Z')
  const foot = new ReportFoot(first)
  foot.add(
    [
      { day: '2026-11-01', orders: 1, amount: 10_000, net: 9_000 },
      { day: '2026-11-02', orders: 2, amount: 999_999_999_999, net: 1 },
      { day: '2026-11-03', orders: 4, amount: null, net: 1 },
    ],
    first,
  )
  expect(foot.rows(['day', 'orders', 'amount', 'net'].map(column))).toEqual([
    ['Tổng cộng', 7, 1_000_000_009_999, null],
    [null, null, null, null],
    ['Từ 01/11/2026 đến 22/11/2026. Số liệu lúc 20:05:09 ngày 22/11/2026.', null, null, null],
  ])
  expect(foot.rows(['orders', 'amount'].map(column))[0]).toEqual([7, 1_000_000_009_999])
})

test('an exported report of several responses shows the first and the last moment of its figures', () => {
  const first = stamp('2026-11-22T13:05:09Z')
  const foot = new ReportFoot(first)
  foot.add([{ day: '2026-11-01', orders: 1, amount: 10_000 }], first)
  foot.add([{ day: '2026-11-02', orders: 2, amount: 20_000 }], stamp('2026-11-22T13:05:12Z'))
  const [total, , note] = foot.rows(['day', 'orders', 'amount'].map(column))
  expect(total).toEqual(['Tổng cộng', 3, 30_000])
  expect(note![0]).toBe(
    'Từ 01/11/2026 đến 22/11/2026. Số liệu đọc từ 20:05:09 ngày 22/11/2026 đến 20:05:12 ngày 22/11/2026.',
  )
})
