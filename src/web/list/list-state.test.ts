import { expect, test } from 'vitest'
import { account } from '#features/access/account/account.contract.ts'
import { changedFilters, filtersOf, isSensitiveKeyword, validPage, readState, writeState } from './list-state.ts'

const usual = { page_index: 1, page_size: 20 }

test('an empty query is the first page without filters', () => {
  expect(readState(account.list, {})).toEqual(usual)
})

test('the query of a list is read and written with filters, sort, page and page size', () => {
  const search = { status: '0', forgot: 'true', keyword: 'lan', sort: '-full_name', page_index: '3', page_size: '50' }
  const state = { status: 0, forgot: true, keyword: 'lan', sort: '-full_name', page_index: 3, page_size: 50 }
  expect(readState(account.list, search)).toEqual(state)
  expect(writeState(account.list, {}, state)).toEqual(search)
})

test('invalid values in the query of a list are ignored', () => {
  const nonsense = {
    status: '7',
    group_id: 'abc',
    sort: 'password',
    page_index: '-1',
    page_size: '37',
    part: 'totals',
    other: 'x',
  }
  expect(readState(account.list, nonsense)).toEqual(usual)
})

test('a keyword of digits remains a text', () => {
  expect(readState(account.list, { keyword: '0012' })).toMatchObject({ keyword: '0012' })
})

test('defaults are left out of the query, and parameters of the screen are kept', () => {
  expect(writeState(account.list, { user_id: '5', status: '1' }, usual)).toEqual({ user_id: '5' })
})

test('the order of parameters does not depend on the order in which filters were set', () => {
  const one = writeState(account.list, {}, { ...usual, status: 1, keyword: 'lan' })
  const other = writeState(account.list, {}, { ...usual, keyword: 'lan', status: 1 })
  expect(Object.keys(one)).toEqual(Object.keys(other))
})

test('a preset filter applies until it is changed or removed, and only then is it in the query', () => {
  const preset = { status: 2 }
  const current = { ...usual, status: 2 }
  expect(readState(account.list, {}, preset)).toEqual(current)
  expect(writeState(account.list, {}, current, preset)).toEqual({})
  expect(changedFilters(current, preset)).toEqual([])
  for (const state of [usual, { ...usual, status: 1 }, { ...current, keyword: 'lan' }]) {
    const search = writeState(account.list, {}, state, preset)
    expect(readState(account.list, search, preset)).toEqual(state)
    expect(changedFilters(state, preset)).toHaveLength(1)
  }
})

test('page, page size and sort are not filters', () => {
  expect(filtersOf({ ...usual, sort: 'user_name', status: 1 })).toEqual({ status: 1 })
})

test('a page number that is not a positive number within the page count becomes 1', () => {
  for (const invalid of [0, -1, 1.5, 8, Number.NaN, 'abc', undefined]) expect(validPage(invalid, 7)).toBe(1)
  expect(validPage(7, 7)).toBe(7)
  expect(validPage('3', 7)).toBe(3)
})

test('phone and account numbers are sensitive keywords, user names, years and codes are not', () => {
  for (const number of ['0912345678', '0912 345 678', '84912345678', '+84 912.345.678', '19001234567890']) {
    expect(isSensitiveKeyword(number), number).toBe(true)
  }
  for (const word of ['lan.nguyen', '2026', 'P100002', undefined])
    expect(isSensitiveKeyword(word), String(word)).toBe(false)
})
