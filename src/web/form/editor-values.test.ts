import { expect, test } from 'vitest'
import { account, AccountChange, AccountDraft } from '#features/access/account/account.contract.ts'
import { group } from '#features/access/group/group.contract.ts'
import { changeInput, mayBeEmpty, compareChanges, nameInRow, newInput, recordKey, valuesOf } from './editor-values.ts'

const row = { user_id: 7, version: 3, full_name: 'Lê Lan', email: null, unit: 'Kho', status: 1 }

test('the record is named by the key of the call', () => {
  expect(recordKey(account.update)).toBe('user_id')
  expect(recordKey(group.update)).toBe('group_id')
})

test('of a change only what differs is sent, with the key and the version', () => {
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

test('of a new record what has a value is sent', () => {
  expect(newInput({ user_name: 'lan', email: '', birthday: null, list_group: [] })).toEqual({
    user_name: 'lan',
    list_group: [],
  })
})

test('a field that was left out of a change may still have to be filled in', () => {
  expect(mayBeEmpty(AccountDraft.shape.full_name)).toBe(false)
  expect(mayBeEmpty(AccountChange.shape.full_name)).toBe(false)
  expect(mayBeEmpty(AccountChange.shape.email)).toBe(true)
  expect(mayBeEmpty(AccountDraft.shape.list_group)).toBe(true)
  expect(mayBeEmpty(AccountDraft.shape.status)).toBe(true)
})

test('where only one of two people changed a field, that change winner; where both did, nobody decides for them', () => {
  const base = { user_id: 7, version: 3, unit: 'A', email: 'a@x.vn', address: null, full_name: 'Lan' }
  const mine = { ...base, unit: 'B', email: 'b@x.vn', full_name: 'Lan Anh' }
  const theirs = { ...base, version: 4, unit: 'C', address: 'Cần Thơ', full_name: 'Lan Anh' }
  expect(compareChanges(base, mine, theirs)).toEqual([
    { name: 'unit', base: 'A', mine: 'B', theirs: 'C', winner: null },
    { name: 'email', base: 'a@x.vn', mine: 'b@x.vn', theirs: 'a@x.vn', winner: 'mine' },
    { name: 'address', base: null, mine: null, theirs: 'Cần Thơ', winner: 'theirs' },
  ])
})

test('a row names what its numbers stand for, so that a form can say it before the choices are loaded', () => {
  const shop = { pos_id: 4, province_id: 79, province_name: 'TP. Hồ Chí Minh', district_id: null, district_name: null }
  expect(nameInRow(shop, 'province_id', 79)).toEqual([{ value: 79, label: 'TP. Hồ Chí Minh' }])
  expect(nameInRow(shop, 'district_id', null)).toEqual([])
  expect(nameInRow(shop, 'pos_name', 'Điểm bán')).toEqual([])
  expect(nameInRow(null, 'province_id', 79)).toEqual([])
})
