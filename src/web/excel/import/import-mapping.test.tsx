/** The columns of a file are mapped one after the other, while the rows are checked after each change. */
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import * as z from 'zod/mini'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { optional, text } from '#contract/fields.ts'
import { ImportPreview } from './import-preview.tsx'
import type { SheetContent } from './read-sheet.ts'

const row = z.object({
  name: text('Tên', 50),
  phone: optional(text('Điện thoại', 20)),
  note: optional(text('Ghi chú', 50)),
})

let heads: string[]
vi.mock('./read-sheet.ts', () => ({
  readSheet: (file: File): Promise<Partial<SheetContent>> =>
    Promise.resolve({
      file,
      digest: 'digest',
      facts: { sheet: '', others: [], formulas: 0, hidden: [], hidden_count: 0, merged: 0, beyond: 0 } as never,
      rows: [
        { number: 1, cells: heads },
        { number: 2, cells: ['An', '0982664019', 'quen'] },
      ] as never,
    }),
}))

let root: Root
/** Lets the server answer the dry run. */
let answer: () => void

beforeEach(() => {
  answer = () => {}
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
})
afterEach(() => act(async () => root.unmount()))

async function choose(file_heads: string[]) {
  heads = file_heads
  const tryRows = async () => {
    await new Promise<void>((resolve) => (answer = resolve))
    return { refused: [], same: [], changed: [] } as never
  }
  await act(async () =>
    root.render(
      <ImportPreview name="thu" noun="khách" row={row} tryRows={tryRows} send={() => Promise.resolve([])}>
        {({ body, foot }) => (
          <>
            {body}
            {foot}
          </>
        )}
      </ImportPreview>,
    ),
  )
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  Object.defineProperty(input, 'files', { value: [new File(['x'], 'khach.csv')] })
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })))
  await act(async () => answer())
}

const selectOf = (label: string) => {
  const { htmlFor } = [...document.querySelectorAll('label')].find(({ textContent }) => textContent.startsWith(label))!
  return document.getElementById(htmlFor) as HTMLSelectElement
}
const map = (label: string, option: string) =>
  act(async () => {
    const select = selectOf(label)
    select.focus()
    select.value = [...select.options].find(({ textContent }) => textContent.startsWith(option))!.value
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
const chosen = (label: string) => selectOf(label).selectedOptions[0]!.textContent

test('the fields of the columns stay in place with the focus while the rows are checked after a change', async () => {
  await choose(['Tên', 'Điện thoại', 'Ghi chú'])
  await act(async () =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Ghép cột')!.click(),
  )
  const select = selectOf('Ghi chú')
  await map('Ghi chú', 'Không có')
  expect(document.activeElement).toBe(select)
  await map('Điện thoại', 'C:')
  await act(async () => answer())
  expect(select.isConnected).toBe(true)
  expect([chosen('Tên'), chosen('Điện thoại'), chosen('Ghi chú')]).toEqual([
    'A: Tên',
    'C: Ghi chú',
    'Không có trong tệp',
  ])
})

test('the fields stay open when the last missing column is chosen', async () => {
  await choose(['Họ và tên khách', 'Điện thoại', 'Ghi chú'])
  const select = selectOf('Tên')
  await map('Tên', 'A:')
  await act(async () => answer())
  expect(select.isConnected).toBe(true)
  expect(document.activeElement).toBe(select)
})
