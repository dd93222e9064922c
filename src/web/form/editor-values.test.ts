import { expect, test } from 'vitest'
import { account, AccountChange, AccountDraft } from '#features/access/account/account.contract.ts'
import { group } from '#features/access/group/group.contract.ts'
import { changeInput, mayBeEmpty, compareChanges, nameInRow, newInput, recordKey, valuesOf } from './editor-values.ts'

const row = { user_id: 7, version: 3, full_name: 'Lê Lan', email: null, unit: 'Kho', status: 1 }

test('recordKey is the key field of the record of a call', () => {
  expect(recordKey(account.update)).toBe('user_id')
  expect(recordKey(group.update)).toBe('group_id')
})

test('a change sends only fields that differ, with the key and the version', () => {
  const base = valuesOf(account.update, row, { list_group: [2] })
  expect(changeInput(account.update, base, { ...base, unit: 'Kế toán' })).toEqual({
    user_id: 7,
    version: 3,
    unit: 'Kế toán',
  })
  expect(changeInput(account.update, base, { ...base, unit: '', email: '' })).toEqual({
    user_id: 7,
    version: 3,
    unit: null,
  })
})

test('a new record sends only fields with a value', () => {
  expect(newInput({ user_name: 'lan', email: '', birthday: null, list_group: [] })).toEqual({
    user_name: 'lan',
    list_group: [],
  })
})

test('a field that a change may leave out is still required when its draft requires it', () => {
  expect(mayBeEmpty(AccountDraft.shape.full_name)).toBe(false)
  expect(mayBeEmpty(AccountChange.shape.full_name)).toBe(false)
  expect(mayBeEmpty(AccountChange.shape.email)).toBe(true)
  expect(mayBeEmpty(AccountDraft.shape.list_group)).toBe(true)
  expect(mayBeEmpty(AccountDraft.shape.status)).toBe(true)
})

test('in a conflict a field that one person changed takes that value; one that both changed has no winner', () => {
  const base = { user_id: 7, version: 3, unit: 'A', email: 'a@x.vn', address: null, full_name: 'Lan' }
  const mine = { ...base, unit: 'B', email: 'b@x.vn', full_name: 'Lan Anh' }
  const theirs = { ...base, version: 4, unit: 'C', address: 'Cần Thơ', full_name: 'Lan Anh' }
  expect(compareChanges(base, mine, theirs)).toEqual([
    { name: 'unit', base: 'A', mine: 'B', theirs: 'C', winner: null },
    { name: 'email', base: 'a@x.vn', mine: 'b@x.vn', theirs: 'a@x.vn', winner: 'mine' },
    { name: 'address', base: null, mine: null, theirs: 'Cần Thơ', winner: 'theirs' },
  ])
})

test('a row provides the name of a chosen id, so that a form shows it before its choices are loaded', () => {
  const shop = { pos_id: 4, province_id: 79, province_name: 'TP. Hồ Chí Minh', district_id: null, district_name: null }
  expect(nameInRow(shop, 'province_id', 79)).toEqual([{ value: 79, label: 'TP. Hồ Chí Minh' }])
  expect(nameInRow(shop, 'district_id', null)).toEqual([])
  expect(nameInRow(shop, 'pos_name', 'Điểm bán')).toEqual([])
  expect(nameInRow(null, 'province_id', 79)).toEqual([])
})
