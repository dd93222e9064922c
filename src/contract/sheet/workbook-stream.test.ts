import { expect, test } from 'vitest'
import { readRows } from './read-file.ts'
import type { SheetRow } from './row-scanner.ts'
import { default_limits } from './sheet-limits.ts'
import type { Cell, SheetColumn } from './sheet-xml.ts'
import { workbookStream } from './workbook-stream.ts'

const columns: SheetColumn[] = [
  { head: 'Mã', format: 'text' },
  { head: 'Số tiền', format: 'number' },
]
const row = (n: number): Cell[] => [`=A${n}`, n * 1_000]

async function* batches(count: number, size: number, progress: { rows: number; ended: boolean }) {
  try {
    for (let from = 1; from <= count; from += size) {
      const some = Array.from({ length: Math.min(size, count - from + 1) }, (_, index) => row(from + index))
      progress.rows += some.length
      yield some
    }
  } finally {
    progress.ended = true
  }
}

const progress = () => ({ rows: 0, ended: false })

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of stream) parts.push(part.slice())
  return new Blob(parts)
}

async function rowsIn(file: Blob): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  await readRows(file, default_limits, (some) => rows.push(...some))
  return rows
}

test('a streamed workbook is read back with all its rows', async () => {
  const rows = await rowsIn(await bytesOf(workbookStream(columns, batches(2_345, 100, progress()))))
  expect(rows[0]!.cells).toEqual(['Mã', 'Số tiền'])
  expect(rows.slice(1).map(({ cells }) => cells)).toEqual(Array.from({ length: 2_345 }, (_, index) => row(index + 1)))
})

test('a streamed workbook without rows has its column heads', async () => {
  const rows = await rowsIn(await bytesOf(workbookStream(columns, batches(0, 100, progress()))))
  expect(rows.map(({ cells }) => cells)).toEqual([['Mã', 'Số tiền']])
})

test('a streamed workbook begins another sheet when one is full', async () => {
  const file = await bytesOf(workbookStream(columns, batches(25, 7, progress()), 11))
  const text = new TextDecoder('latin1').decode(await file.arrayBuffer())
  expect([...new Set(text.match(/sheet\d+\.xml/g))]).toEqual(['sheet1.xml', 'sheet2.xml', 'sheet3.xml'])
  expect((await rowsIn(file)).length).toBe(11)
})

test('a streamed workbook reads rows only as fast as it is consumed, and stops when it is closed', async () => {
  const consumed = progress()
  const stream = workbookStream(columns, batches(1_000_000, 1_000, consumed))
  while (consumed.rows === 0) await stream.next()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(consumed.rows).toBeLessThan(200_000)
  await stream.return(undefined)
  expect(consumed.ended).toBe(true)
})

test('an error in the source of rows is thrown by the streamed workbook', async () => {
  async function* broken() {
    yield [row(1)]
    throw new Error('gone')
  }
  await expect(bytesOf(workbookStream(columns, broken()))).rejects.toThrow('gone')
})
