import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { calls, pageOf, read, search } from '#contract/call.ts'
import { activation, choice, day, id, list, optional, secret, text } from '#contract/fields.ts'
import { planOf } from '#web/list/columns.ts'
import { cellOf } from '#contract/sheet/cells.ts'
import { exportColumns } from './export-columns.ts'

const kinds = choice('Loại', [
  [1, 'VIP'],
  [2, 'Mặc định'],
])
const Row = z.object({
  row_id: id(),
  status: activation(),
  groups: list('Nhóm', z.object({ group_id: id(), group_name: text('Tên nhóm', 30) })),
  kinds: list('Các loại', kinds),
  partner: z.nullable(z.object({ partner_id: id(), partner_name: text('Đại lý', 100) })),
  from_date: optional(day('Từ ngày')),
  to_date: optional(day('Đến ngày')),
  one_time: secret('Mật khẩu một lần'),
  code: z.int(),
})
const { all } = calls('cms/row', {
  all: read('GET list', { title: 'Dòng', may: 'user', input: search({}), output: pageOf(Row) }),
})

test('exported columns take heads and values from the contract, split double columns, write no field twice and leave out secrets', () => {
  const columns = exportColumns(
    all,
    planOf<z.output<typeof Row>>(all, [
      'status',
      { key: 'groups', cell: () => 'trên màn hình', empty: 'Mọi nhóm' },
      'kinds',
      'partner',
      { key: 'from_date', head: 'Hiệu lực', excel: ['from_date', 'to_date'] },
      'one_time',
      { key: 'code', head: 'Kết quả' },
      'to_date',
    ]),
  )
  expect(columns.map(({ head }) => head)).toEqual([
    'Trạng thái',
    'Nhóm',
    'Các loại',
    'partner',
    'Từ ngày',
    'Đến ngày',
    'Kết quả',
  ])
  const row: Record<string, unknown> = {
    status: 1,
    groups: [
      { group_id: 1, group_name: 'Kho' },
      { group_id: 2, group_name: 'Kế toán' },
    ],
    kinds: [2, 1],
    partner: { partner_id: 4, partner_name: 'Minh Chính' },
    from_date: null,
    to_date: '2026-10-01',
    code: 169,
  }
  expect(columns.map((column) => cellOf(column, row[column.key]))).toEqual([
    'Kích hoạt',
    'Kho, Kế toán',
    'Mặc định, VIP',
    'Minh Chính',
    null,
    46_296,
    169,
  ])
  const groups = columns.find(({ key }) => key === 'groups')!
  expect(cellOf(groups, [])).toBe('Mọi nhóm')
  expect(cellOf(groups, null)).toBe('Mọi nhóm')
})
