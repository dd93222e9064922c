import { expect, test } from 'vitest'
import { signIn } from '#features/access/sign-in/sign-in.contract.ts'
import { sign_in_call } from './audit.contract.ts'
import { changeKindOf, fieldChanges, isLink, netChanges, rightsChanges, tableTitle } from './audit.rules.ts'

test('a change is described field by field with the labels of the contract', () => {
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

test('a change leaves out the row’s own key and fields that are empty on both sides', () => {
  const after = { user_id: 7, user_name: 'lan', email: null, schedule_id: 2 }
  const labels = fieldChanges({ table_name: 'app_user', row_id: '7', before: null, after }).map(
    ({ info }) => info.label,
  )
  expect(labels).toEqual(['Tên đăng nhập', 'Ca làm việc'])
})

test('a change is an addition, an update or a removal; a deleted account that keeps its row is a removal', () => {
  const row = { table_name: 'app_user', row_id: '7' }
  expect(changeKindOf({ ...row, before: null, after: {} })).toBe('added')
  expect(changeKindOf({ ...row, before: {}, after: null })).toBe('removed')
  expect(changeKindOf({ ...row, before: { unit: 'A' }, after: { unit: 'B' } })).toBe('changed')
  expect(changeKindOf({ ...row, before: {}, after: { deleted_at: '2026-10-01T00:00:00Z' } })).toBe('removed')
})

test('in the history of a record its child rows do not name it again, and a row that only joins it to another is a link', () => {
  const row = { base_id: 3, area_id: 12 }
  const station = { table_name: 'base_store_area', row_id: '3,12', before: null, after: row }
  const labels = (owner?: string) => fieldChanges(station, owner).map(({ info }) => info.label)
  expect(labels()).toEqual(['Kho', 'Đài'])
  expect(labels('base_store')).toEqual(['Đài'])
  expect(labels('draw_area')).toEqual(['Kho'])
  expect(isLink(station, 'base_store')).toBe(true)
  expect(isLink({ ...station, before: row, after: null }, 'draw_area')).toBe(true)

  const store = { table_name: 'base_store', row_id: '3', before: null, after: { base_id: 3, base_name: 'Kho' } }
  expect(isLink(store, 'base_store')).toBe(false)
  const closed_day = { area_id: 12, day: '2026-12-31', reason: 'Nghỉ Tết' }
  expect(isLink({ table_name: 'draw_closed_day', row_id: '12', before: null, after: closed_day }, 'draw_area')).toBe(
    false,
  )
})

test('a row that one action changes in several steps has one change, from the first state to the last', () => {
  const slip = { table_name: 'ticket_import', row_id: '4' }
  const added = { ...slip, before: null, after: { note: 'Sáng', quantity: 1 } }
  const filled = { ...slip, before: { quantity: 1 }, after: { quantity: 1_250 } }
  const approved = { ...slip, before: { status: 1 }, after: { status: 2 } }
  expect(netChanges([filled, added])).toMatchObject([{ before: null, after: { note: 'Sáng', quantity: 1_250 } }])
  expect(netChanges([approved, filled])).toMatchObject([
    { before: { quantity: 1, status: 1 }, after: { quantity: 1_250, status: 2 } },
  ])
  const removed = { ...slip, before: { quantity: 1_250 }, after: null }
  const other = { ...filled, row_id: '5' }
  expect(netChanges([removed, other, filled])).toEqual([removed, other, filled])
})

test('changed rights are grouped by page, in the order of the roles', () => {
  const right = (role_id: number, isGranted: boolean) => {
    const row = { group_id: 1, page_id: 5, role_id }
    return {
      table_name: 'group_page',
      row_id: `1,5,${role_id}`,
      before: isGranted ? null : row,
      after: isGranted ? row : null,
    }
  }
  expect(rightsChanges([right(6, true), right(2, true), right(3, false)])).toEqual([
    { page_id: 5, given: [2, 6], taken: [3] },
  ])
})

test('a table has a title, and an unknown table has its own name as title', () => {
  expect(tableTitle('user_group')).toBe('Nhóm người dùng')
  expect(tableTitle('brand_new')).toBe('brand_new')
})

test('sign-ins are looked up in the log by the name of their call', () => {
  expect(sign_in_call).toBe(signIn.login.name)
})
