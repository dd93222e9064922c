import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSteadyRows, type SteadyRows } from './rows.tsx'
import type { List } from '#web/list/use-list.ts'

interface Row {
  id: number
  state?: string
}

let root: Root
let steady: SteadyRows<Row>

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  vi.useFakeTimers()
  root = createRoot(document.createElement('div'))
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
})

function Screen({ rows, page, current }: { rows: readonly Row[]; page: number; current: boolean }) {
  const list = { rows, current, input: { page }, phase: rows.length > 0 ? 'rows' : 'empty' } as unknown as List<Row>
  const steadyRows = useSteadyRows(list, ({ id }) => id)
  useEffect(() => {
    steady = steadyRows
  })
  return null
}

/** Renders the list as the server has it now, by the ids of its rows or by rows. */
const read = (rows: readonly (number | Row)[], page = 1, current = true) =>
  act(async () =>
    root.render(
      <Screen page={page} current={current} rows={rows.map((row) => (typeof row === 'number' ? { id: row } : row))} />,
    ),
  )
const touch = () => act(async () => steady.touch())
const visibleIds = () => steady.list.rows.map(({ id }) => id)

test('rows are replaced by newly read ones while nobody touches them', async () => {
  await read([])
  await read([1, 2, 3])
  await read([2, 3, 4])
  expect(visibleIds()).toEqual([2, 3, 4])
  expect(steady).toMatchObject({ added: 0, removed: 0 })
})

test('touched rows stay in place, and added and removed rows are counted until they are shown', async () => {
  await read([1, 2, 3])
  await touch()
  await read([2, 3, 4, 5])
  expect(visibleIds()).toEqual([1, 2, 3])
  expect(steady).toMatchObject({ added: 2, removed: 1 })
  await act(async () => steady.show())
  expect(visibleIds()).toEqual([2, 3, 4, 5])
  expect(steady).toMatchObject({ added: 0, removed: 0 })
})

test('changes that move no touched row are shown at once: a new state of a row, and rows below the last one', async () => {
  await read([1, { id: 2, state: 'waiting' }])
  await touch()
  await read([1, { id: 2, state: 'taken' }, 3])
  expect(visibleIds()).toEqual([1, 2, 3])
  expect(steady.list.rows[1]).toEqual({ id: 2, state: 'taken' })
})

test('a touched row is updated in its place', async () => {
  await read([{ id: 1 }, { id: 2, state: 'waiting' }])
  await touch()
  await read([{ id: 2, state: 'taken' }])
  expect(steady.list.rows).toEqual([{ id: 1 }, { id: 2, state: 'taken' }])
})

test('ten seconds after the last touch new rows are shown', async () => {
  await read([1, 2])
  await touch()
  await read([2])
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(visibleIds()).toEqual([2])
})

test('another page of the list replaces touched rows', async () => {
  await read([1, 2])
  await touch()
  await read([3, 4], 2)
  expect(visibleIds()).toEqual([3, 4])
})

test('rows of other filters replace touched ones, although the old ones were still shown while they were read', async () => {
  await read([1, 2])
  await touch()
  await read([1, 2], 2, false)
  await touch()
  await read([], 2)
  expect(visibleIds()).toEqual([])
})
