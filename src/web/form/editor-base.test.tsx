import { act, useEffect, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EditorBase } from './editor-base.tsx'

let root: Root

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
})
afterEach(() => act(async () => root.unmount()))

interface Price {
  version: number
  price: string
}

function Editor({
  row,
  start,
  onEdited,
}: {
  row: Price
  start: string | null
  onEdited: (is_edited: boolean) => void
}) {
  const [price, setPrice] = useState(start ?? row.price)
  const isEdited = price !== row.price
  useEffect(() => onEdited(isEdited), [onEdited, isEdited])
  return (
    <>
      <p>{`${price} from ${row.version}`}</p>
      <button onClick={() => setPrice('25')}>25</button>
      <button onClick={() => setPrice('20')}>20</button>
      <button onClick={() => onEdited(false)}>save</button>
    </>
  )
}

async function show(row: Price, beginning = 'one 0', start: string | null = null) {
  await act(async () =>
    root.render(
      <EditorBase row={row} beginning={beginning} start={start}>
        {(base, base_start, onEdited) => <Editor row={base} start={base_start} onEdited={onEdited} />}
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
