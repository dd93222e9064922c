import { expect, test } from 'vitest'
import { readRows } from '#contract/sheet/read-file.ts'
import type { SheetRow } from '#contract/sheet/row-scanner.ts'
import { SheetError } from '#contract/sheet/sheet-error.ts'
import { default_limits } from '#contract/sheet/sheet-limits.ts'
import { WorkbookWriter } from '#contract/sheet/workbook-writer.ts'
import { web_unpacking, type Unpacker } from '#contract/sheet/zip-reader.ts'
import { node_unpacking } from './unpacking.ts'

/** Long stretches of ASCII, and letters of up to four bytes that fall on the borders of the unpacked chunks. */
const rows = Array.from({ length: 12_000 }, (_, n) => [
  n % 500 < 400 ? String(n).padStart(6, '0') : `${'Đồng Tháp \ufeff🎟'.repeat(1 + (n % 7))}${n}`,
  n,
])

async function workbook(): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new WorkbookWriter([
    { head: 'Dãy số', format: 'text' },
    { head: 'Số lượng', format: 'number' },
  ])
  await writer.add(rows)
  return new Uint8Array(await (await writer.finish()).arrayBuffer())
}

async function read(bytes: Uint8Array<ArrayBuffer>, unpacking: Unpacker): Promise<SheetRow[]> {
  const all_rows: SheetRow[] = []
  await readRows(new Blob([bytes]), default_limits, (some) => all_rows.push(...some), unpacking)
  return all_rows
}

test('a workbook is read as a browser reads it', async () => {
  const bytes = await workbook()
  const by_node = await read(bytes, node_unpacking)
  expect(by_node).toEqual(await read(bytes, web_unpacking))
  expect(by_node.slice(1).map(({ cells }) => cells)).toEqual(rows)
})

test('a damaged workbook is refused', async () => {
  const bytes = await workbook()
  const middle = Math.floor(bytes.length / 2)
  for (const position of [middle - 1_000, middle, middle + 1_000]) {
    const damaged = bytes.slice()
    damaged[position]! ^= 0x10
    await expect(read(damaged, node_unpacking)).rejects.toThrow(SheetError)
  }
})
