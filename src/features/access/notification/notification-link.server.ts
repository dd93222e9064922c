/** The pages that notifications link to. unscoped: of the person's own row, only which page shows it. */
import { sql } from 'kysely'
import { first_page } from '#contract/page.ts'
import type { RecordAddress } from '#contract/audited.ts'
import type { Db } from '#server/database/transaction.ts'
import { auditedTables } from '../audit/audited.contract.ts'

interface NotifiedRow {
  table_name: string
  row_id: string
}
interface RecordLink {
  url: string
  search: Record<string, string>
}

/** The page of each row, in order. */
export async function linksOf(db: Db, rows: readonly NotifiedRow[]): Promise<RecordLink[]> {
  const kinds = await kindsOf(db, rows)
  return rows.map(({ table_name, row_id }) => {
    const recordPage = auditedTables[table_name]?.opened
    if (!recordPage) return { url: first_page, search: {} }
    if (!('column' in recordPage)) return linkOf(recordPage, row_id)
    const page = recordPage.pages[kinds.get(`${table_name} ${row_id}`) ?? '']
    return page ? linkOf(page, row_id) : { url: first_page, search: {} }
  })
}

function linkOf({ page, search, key }: RecordAddress, row_id: string): RecordLink {
  return { url: page.url, search: { ...search, ...(key !== undefined && { [key]: row_id }) } }
}

/** For rows that one of two pages shows, the column that decides which. */
async function kindsOf(db: Db, rows: readonly NotifiedRow[]): Promise<Map<string, string>> {
  const kinds = new Map<string, string>()
  for (const [table, ofTable] of Map.groupBy(rows, ({ table_name }) => table_name)) {
    const { opened, naming, shown } = auditedTables[table] ?? {}
    const key = naming?.key ?? shown?.key
    if (!opened || !('column' in opened) || !key) continue
    const ids = ofTable.map(({ row_id }) => Number(row_id))
    const { rows: answer } = await sql<{ id: number; kind: string }>`
      select ${sql.ref(key)} as id, coalesce(${sql.ref(opened.column)}::text, '') as kind
      from ${sql.table(table)} where ${sql.ref(key)} = any (${ids}::bigint[])`.execute(db)
    for (const { id, kind } of answer) kinds.set(`${table} ${id}`, opened.pages[kind] ? kind : 'else')
  }
  return kinds
}
