import { expect, test } from 'vitest'
import { changeKindOf, fieldChanges, rightsChanges, tableTitle } from './audit.rules.ts'

test('a change is told field by field under the labels of the contract', () => {
  const change = {
    table_name: 'app_user',
    row_id: '7',
    before: { status: 2, unit: null },
    after: { status: 1, unit: 'Kho' },
  }
  const fields = fieldChanges(change)
  expect(fields.map(({ info, before, after }) => [info.label, before, after])).toEqual([
    ['Đơn vị', null, 'Kho'],
    ['Trạng thái', 2, 1],
  ])
  expect(fields[1]!.info.options?.find((option) => option.value === 2)?.label).toBe('Chờ duyệt')
})

test("the row's own key and what is empty on both sides say nothing", () => {
  const after = { user_id: 7, user_name: 'lan', email: null, schedule_id: 2 }
  const labels = fieldChanges({ table_name: 'app_user', row_id: '7', before: null, after }).map(
    ({ info }) => info.label,
  )
  expect(labels).toEqual(['Tên đăng nhập', 'Ca làm việc'])
})

test('a row is added, changed or removed; a deleted account keeps its row', () => {
  const row = { table_name: 'app_user', row_id: '7' }
  expect(changeKindOf({ ...row, before: null, after: {} })).toBe('added')
  expect(changeKindOf({ ...row, before: {}, after: null })).toBe('removed')
  expect(changeKindOf({ ...row, before: { unit: 'A' }, after: { unit: 'B' } })).toBe('changed')
  expect(changeKindOf({ ...row, before: {}, after: { deleted_at: '2026-10-01T00:00:00Z' } })).toBe('removed')
})

test('rights are told by page, in the order of the roles', () => {
  const right = (role_id: number, given: boolean) => {
    const row = { group_id: 1, page_id: 5, role_id }
    return { table_name: 'group_page', row_id: `1,5,${role_id}`, before: given ? null : row, after: given ? row : null }
  }
  expect(rightsChanges([right(6, true), right(2, true), right(3, false)])).toEqual([
    { page_id: 5, given: [2, 6], taken: [3] },
  ])
})

test('tables have names, and an unknown one its own', () => {
  expect(tableTitle('user_group')).toBe('Nhóm người dùng')
  expect(tableTitle('brand_new')).toBe('brand_new')
})
