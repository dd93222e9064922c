import { act, createRef, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EntryGrid, type EntryGridHandle } from './entry-grid.tsx'

let root: Root
const onPaste = vi.fn<(text: string, index: number) => void>()
const digitsOnly = (typed: string) => typed.replaceAll(/\D/g, '')
const readPasted = (pasted: string) => (pasted === '1.000' ? '1000' : pasted)
const columns = [
  { key: 'number', head: 'Dãy số', width: 100, clean: digitsOnly },
  { key: 'quantity', head: 'Số lượng', width: 100, clean: digitsOnly, readPasted },
]

const grid = createRef<EntryGridHandle>()
const two_rows = [
  { number: '012345', quantity: '' },
  { number: '012346', quantity: '7' },
]

function Lines({ initialRows = two_rows }) {
  const [rows, setRows] = useState<readonly Record<string, string>[]>(initialRows)
  return (
    <EntryGrid
      label="Vé"
      columns={columns}
      rows={rows}
      blank={{ number: '', quantity: '' }}
      onChange={setRows}
      maxRows={1_000}
      ref={grid}
      problems={new Map()}
      onPaste={onPaste}
    />
  )
}

beforeEach(async () => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  onPaste.mockClear()
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
  await act(async () => root.render(<Lines />))
})
afterEach(() => act(async () => root.unmount()))

const values = () => [...document.querySelectorAll('input')].map(({ value }) => value)
const paste = (label: string, text: string) =>
  act(async () => {
    const event = new Event('paste', { bubbles: true, cancelable: true })
    Object.assign(event, { clipboardData: { getData: () => text } })
    document.querySelector(`input[aria-label="${label}"]`)!.dispatchEvent(event)
  })

test('a column that is pasted into its own column fills the rows from there and adds none', async () => {
  await paste('Số lượng, dòng 1', 'Số lượng\r\n5\r\n1.000\r\n9\r\n')
  expect(onPaste).not.toHaveBeenCalled()
  expect(values()).toEqual(['012345', '5', '012346', '1000', '', ''])
})

test('a pasted number with decimals stays as it is, and one in the last row begins a new one', async () => {
  await paste('Số lượng, dòng 1', '10.00')
  await paste('Số lượng, dòng 3', '1.000')
  expect(values()).toEqual(['012345', '10.00', '012346', '7', '', '1000', '', ''])
})

test('a table goes to the caller from any column, and a column of numbers from the first one', async () => {
  await paste('Số lượng, dòng 2', '012347\t5')
  await paste('Dãy số, dòng 2', '012347\n012348')
  expect(onPaste.mock.calls).toEqual([
    ['012347\t5', 1],
    ['012347\n012348', 1],
  ])
})

test('a cell keeps the focus while the grid grows beyond the rows that are all rendered, and any row can be reached', async () => {
  const manyRows = Array.from({ length: 99 }, (_, n) => ({ number: String(n), quantity: '' }))
  await act(async () => root.render(<Lines key="many" initialRows={manyRows} />))
  const cellOf = (row: number) => document.querySelector<HTMLInputElement>(`input[aria-label="Dãy số, dòng ${row}"]`)
  const lastCell = cellOf(100)!
  await act(async () => lastCell.focus())
  const box = document.querySelector('table')!.parentElement!
  box.scrollTop = 85 * 34
  await act(async () => box.dispatchEvent(new Event('scroll')))
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(lastCell, '4')
    lastCell.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect([cellOf(1), cellOf(101)?.value, lastCell.value]).toEqual([null, '', '4'])
  expect(document.activeElement).toBe(lastCell)

  await act(async () => grid.current!.focus({ index: 2, cell: 'number' }))
  expect(box.scrollTop).toBeLessThan(3 * 34)
  await act(async () => box.dispatchEvent(new Event('scroll')))
  await vi.waitFor(() => expect(document.activeElement).toBe(cellOf(3)))
  expect(cellOf(100)).toBeNull()
})
