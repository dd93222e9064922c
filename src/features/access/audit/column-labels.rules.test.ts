import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditedTables } from './audited.contract.ts'
import { fieldChanges } from './audit.rules.ts'

/** Each table's columns, as the generated types have them. */
const types = readFileSync(join(import.meta.dirname, '../../../../db/types.ts'), 'utf8')
const columnsOf = (table: string) => {
  const name = table.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
  const body = new RegExp(`export interface ${name} \\{([^}]*)\\}`).exec(types)?.[1] ?? ''
  return [...body.matchAll(/^ {2}(\w+):/gm)].map(([, column]) => column!)
}

test('no field in a history is labelled with its database column', () => {
  const raw = Object.keys(auditedTables).flatMap((table) => {
    const after = Object.fromEntries(columnsOf(table).map((column) => [column, 1]))
    const changes = fieldChanges({ table_name: table, row_id: '1', before: null, after })
    return changes.filter(({ info }) => /^[a-z_]+$/.test(info.label)).map(({ name }) => `${table}.${name}`)
  })
  expect(raw).toEqual([])
})

test('the numbers of a draw result and the keys of a store’s station have labels', () => {
  const labels = (table: string, after: object) =>
    fieldChanges({ table_name: table, row_id: '1', before: null, after: { ...after } }).map(({ info }) => info.label)
  expect(labels('draw_result', { numbers: '***', published: '***' })).toEqual(['Bộ số', 'Kết quả đã công bố'])
  expect(labels('base_store_area', { base_id: 1, area_id: 39 })).toEqual(['Kho', 'Đài'])
})
