import { act, useEffect, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tag } from '#features/content/tag/tag.contract.ts'
import { EditorBase, threeWayMerge, type Typing } from './editor-base.tsx'

let root: Root

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
})
afterEach(() => act(async () => root.unmount()))
afterEach(() => sessionStorage.clear())

interface Price {
  version: number
  price: string
}

function Editor({
  row,
  start,
  typing: { before, onTyped },
}: {
  row: Price
  start: string | null
  typing: Typing<{ price: string }>
}) {
  const [price, setPrice] = useState(before?.price ?? start ?? row.price)
  const isEdited = price !== row.price
  useEffect(() => onTyped(isEdited ? { price } : null), [onTyped, isEdited, price])
  return (
    <>
      <p>{`${price} from ${row.version}`}</p>
      <button onClick={() => setPrice('25')}>25</button>
      <button onClick={() => setPrice('20')}>20</button>
      <button onClick={() => onTyped(null)}>save</button>
    </>
  )
}

async function show(row: Price, beginning = 'one 0', start: string | null = null) {
  await act(async () =>
    root.render(
      <EditorBase
        row={row}
        call={tag.update}
        record={beginning.split(' ')[0]!}
        beginning={beginning}
        start={start}
        rebase={(typed: { price: string }, from, to) => threeWayMerge(typed, from, to)}
      >
        {(base, base_start, typing) => <Editor row={base} start={base_start} typing={typing} />}
      </EditorBase>,
    ),
  )
  return shownText()
}

const shownText = () => document.querySelector('p')!.textContent

const press = (name: string) =>
  act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!.click())

test('a newer row is shown while nothing is typed, and not while something is', async () => {
  await show({ version: 1, price: '10' })
  expect(await show({ version: 2, price: '20' })).toBe('20 from 2')
  await press('25')
  expect(await show({ version: 3, price: '30' })).toBe('25 from 2')
  await press('20')
  expect(shownText()).toBe('30 from 3')
})

test('what is typed can be taken over to the row that another person has saved meanwhile', async () => {
  const take_over = 'Nhập tiếp trên bản mới'
  await show({ version: 1, price: '10' })
  await press('25')
  expect(document.body.textContent).not.toContain(take_over)
  expect(await show({ version: 2, price: '20' })).toBe('25 from 1')
  await press(take_over)
  expect(shownText()).toBe('25 from 2')
  expect(document.body.textContent).not.toContain(take_over)
})

test('what was saved is shown, and its start from the history is used once', async () => {
  await show({ version: 1, price: '10' })
  expect(await show({ version: 1, price: '10' }, 'one 1', '5')).toBe('5 from 1')
  await press('save')
  expect(await show({ version: 2, price: '5' }, 'one 1', '5')).toBe('5 from 2')
  expect(await show({ version: 3, price: '30' }, 'one 1', '5')).toBe('30 from 3')
})

test('another record begins anew, whatever was typed', async () => {
  await show({ version: 1, price: '10' })
  await press('25')
  expect(await show({ version: 1, price: '70' }, 'two 0')).toBe('70 from 1')
})

test('what is typed comes back after the session has ended, with the version it began from, until it is saved', async () => {
  document.cookie = 'userId=7'
  await show({ version: 1, price: '10' })
  await press('25')
  await act(async () => root.unmount())
  root = createRoot(document.querySelector('div')!)
  expect(await show({ version: 2, price: '20' })).toBe('25 from 1')
  expect(document.body.textContent).toContain('Đã khôi phục nội dung bạn đang nhập dở.')
  await press('save')
  expect(await show({ version: 3, price: '25' })).toBe('25 from 3')
  expect(document.body.textContent).not.toContain('Đã khôi phục')
  await act(async () => root.unmount())
  root = createRoot(document.querySelector('div')!)
  expect(await show({ version: 4, price: '40' })).toBe('40 from 4')
  document.cookie = 'userId=; max-age=0'
})

test('what another person typed in the same tab does not come back', async () => {
  document.cookie = 'userId=7'
  await show({ version: 1, price: '10' })
  await press('25')
  await act(async () => root.unmount())
  root = createRoot(document.querySelector('div')!)
  document.cookie = 'userId=8'
  expect(await show({ version: 1, price: '10' })).toBe('10 from 1')
  document.cookie = 'userId=; max-age=0'
})

test('of what another person has changed, only what I changed myself is taken over', () => {
  interface Setting {
    minimum: number
    maximum: number | null
    days: number[]
  }
  const base: Setting = { minimum: 10, maximum: null, days: [1, 2] }
  const theirs: Setting = { ...base, maximum: 500, days: [1, 2, 3] }
  expect(threeWayMerge<Setting>({ ...base, minimum: 20 }, base, theirs)).toEqual({ ...theirs, minimum: 20 })
  expect(threeWayMerge<Setting>({ ...base, maximum: 900 }, base, theirs)).toEqual({ ...theirs, maximum: 900 })
})
