import { expect, test } from 'vitest'
import { account } from '#features/access/account/account.contract.ts'
import { arrangementOf, columnChoices, type ColumnChoice } from './column-choices.ts'
import { planOf, shownColumns } from './columns.ts'

const plan = planOf<{ user_name: string; full_name: string; unit: string; email: string }>(account.list, [
  'user_name',
  'full_name',
  { key: 'unit', hidden: true },
  'email',
])
const keys = (columns: readonly string[] | null, pinned: readonly string[] = []) =>
  shownColumns(plan, { columns, pinned }).map((column) => column.key)
const choices = (columns: readonly string[] | null, pinned: readonly string[] = []) =>
  columnChoices(plan, { columns, pinned })
const with_change = (list: readonly ColumnChoice[], key: string, change: Partial<ColumnChoice>) =>
  list.map((choice) => (choice.key === key ? { ...choice, ...change } : choice))

test('without a saved arrangement the default columns are shown', () => {
  expect(keys(null)).toEqual(['user_name', 'full_name', 'email'])
})

test('a saved arrangement sets the order, and columns that no longer exist are ignored', () => {
  expect(keys(['email', 'of_last_year', 'user_name'])).toEqual(['email', 'user_name'])
  expect(keys(['of_last_year'])).toEqual(['user_name', 'full_name', 'email'])
})

test('pinned columns are shown first; pinned and other columns each keep their order', () => {
  expect(keys(null, ['email', 'full_name'])).toEqual(['full_name', 'email', 'user_name'])
  expect(keys(['email', 'user_name'], ['user_name', 'gone', 'unit'])).toEqual(['user_name', 'email'])
})

test('all columns are offered as choices, hidden ones at their default position', () => {
  const order = (list: readonly ColumnChoice[]) => list.map(({ key, shown }) => (shown ? key : `(${key})`))
  expect(order(choices(null))).toEqual(['user_name', 'full_name', '(unit)', 'email'])
  expect(order(choices(['email', 'full_name']))).toEqual(['(user_name)', 'email', 'full_name', '(unit)'])
})

test('changed choices become the arrangement; the default choices become none', () => {
  const visible = with_change(choices(null), 'unit', { shown: true })
  expect(arrangementOf(plan, visible)).toEqual({ columns: ['user_name', 'full_name', 'unit', 'email'], pinned: [] })
  expect(arrangementOf(plan, with_change(visible, 'unit', { shown: false }))).toEqual({ columns: null, pinned: [] })
  const moved = choices(['email', 'user_name'], ['user_name'])
  expect(arrangementOf(plan, moved)).toEqual({ columns: ['user_name', 'email'], pinned: ['user_name'] })
})

test('a column that is hidden is unpinned', () => {
  const hidden = with_change(choices(null, ['email']), 'email', { shown: false })
  expect(arrangementOf(plan, hidden)).toEqual({ columns: ['user_name', 'full_name'], pinned: [] })
})

test('on a phone columns with a narrow position come first, whatever the order of the others', () => {
  const narrow = planOf<{ user_name: string; full_name: string; unit: string; email: string }>(account.list, [
    'user_name',
    { key: 'full_name', narrow: 2 },
    { key: 'unit', hidden: true, narrow: 3 },
    { key: 'email', narrow: 1 },
  ])
  const keysShown = (columns: readonly string[] | null, pinned: readonly string[] = [], isNarrow = true) =>
    shownColumns(narrow, { columns, pinned }, isNarrow).map(({ key }) => key)
  expect(keysShown(null)).toEqual(['email', 'full_name', 'user_name'])
  expect(keysShown(['user_name', 'unit', 'email'])).toEqual(['email', 'unit', 'user_name'])
  expect(keysShown(null, ['user_name'])).toEqual(['user_name', 'email', 'full_name'])
  expect(keysShown(null, [], false)).toEqual(['user_name', 'full_name', 'email'])
})

test('a column that is always shown is added before the saved columns that lack it', () => {
  const grouped = planOf<{ user_name: string; email: string }>(account.list, [
    { key: 'user_name', always: true },
    'email',
  ])
  const keysShown = (columns: readonly string[]) => shownColumns(grouped, { columns, pinned: [] }).map(({ key }) => key)
  expect(keysShown(['email'])).toEqual(['user_name', 'email'])
  expect(keysShown(['email', 'user_name'])).toEqual(['email', 'user_name'])
})
