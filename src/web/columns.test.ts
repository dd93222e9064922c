import { expect, test } from 'vitest'
import { account } from '#features/access/account/account.contract.ts'
import { planOf, shownOf, toggled } from './columns.ts'

const plan = planOf<{ user_name: string; full_name: string; unit: string; email: string }>(account.list, [
  'user_name',
  'full_name',
  { key: 'unit', hidden: true },
  'email',
])
const keys = (chosen: readonly string[] | null) => shownOf(plan, chosen).map((column) => column.key)

test('without a choice the screen decides', () => {
  expect(keys(null)).toEqual(['user_name', 'full_name', 'email'])
})

test('a choice has its own order, and columns that are gone are passed over', () => {
  expect(keys(['email', 'of_last_year', 'user_name'])).toEqual(['email', 'user_name'])
  expect(keys(['of_last_year'])).toEqual(['user_name', 'full_name', 'email'])
})

test('a column comes back at its place, and the way back to the usual is no choice any more', () => {
  expect(toggled(plan, null, 'unit')).toEqual(['user_name', 'full_name', 'unit', 'email'])
  expect(toggled(plan, ['email', 'full_name'], 'user_name')).toEqual(['user_name', 'email', 'full_name'])
  expect(toggled(plan, ['user_name', 'full_name', 'unit', 'email'], 'unit')).toBeNull()
})
