/**
 * Names of the records in the log, and searching records by name. unscoped: people who may see an entry of the log may see its records' names; which
 * entries they see is decided in audit.server.ts.
 */
import { sql } from 'kysely'
import { fold } from '#contract/fold.ts'
import type { Db } from '#server/database/transaction.ts'
import { contains } from '#server/record/list.ts'
import { isNarrowed } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import { auditedTables, shownRecords } from './audited.contract.ts'

/** A row as the log identifies it: its key may have several parts, 'group_id,user_id'. */
export interface LoggedRow {
  table_name: string
  row_id: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

interface Subject {
  table: string
  id: string
}

/** For rows that belong to a record of another table, that record: for a right of a group, the group. */
const owners = new Map(
  Object.entries(shownRecords).flatMap(([table, { parts = [] }]) =>
    parts.map((part) => [part.table, { table, position: part.position }] as const),
  ),
)

function subjectOf({ table_name, row_id }: Pick<LoggedRow, 'table_name' | 'row_id'>): Subject {
  const owner = auditedTables[table_name]?.naming ? undefined : owners.get(table_name)
  return owner
    ? { table: owner.table, id: row_id.split(',')[owner.position - 1] ?? row_id }
    : { table: table_name, id: row_id }
}

/** The name of each row, in order: from the log's own data, else its present name; null where it has none. */
export async function namesOf(db: Db, rows: readonly LoggedRow[]): Promise<(string | null)[]> {
  const current_names = await currentNames(db, rows.map(subjectOf))
  return rows.map((row) => {
    const subject = subjectOf(row)
    const column = auditedTables[subject.table]?.naming?.column
    const logged_name =
      column && subject.table === row.table_name ? (row.after?.[column] ?? row.before?.[column]) : undefined
    return typeof logged_name === 'string' ? logged_name : (current_names.get(`${subject.table} ${subject.id}`) ?? null)
  })
}

interface NameSource {
  key: string
  column: string
  /** The table that has the name, and its column with the key, where that is another one. */
  from?: { table: string; key: string }
}

/** Tables that nobody changes here, and that are the same for everybody. */
const fixed_tables: Record<string, NameSource> = {
  province: { key: 'province_id', column: 'province_name' },
  district: { key: 'district_id', column: 'district_name' },
  bank: { key: 'bank_id', column: 'short_name' },
}

/** A fund gives its name to the account of the ledger that holds its money. */
const named_elsewhere: Record<string, NameSource> = {
  ledger_account: { key: 'account_id', column: 'account_name', from: { table: 'reward_account', key: 'ledger_id' } },
}

/** For each row, the names of the records that its changed columns refer to; people with a limited scope are told only those of fixed tables. */
export async function referencesOf(db: Db, me: Me, rows: readonly LoggedRow[]) {
  const columns = await foreignKeys(db, [...new Set(rows.map(({ table_name }) => table_name))])
  const references = rows.map(({ table_name, before, after }) =>
    columns
      .filter(({ of, refers_to }) => of === table_name && (refers_to in fixed_tables || !isNarrowed(me)))
      .flatMap(({ column, refers_to }) =>
        [...new Set([before?.[column], after?.[column]])].flatMap((id) =>
          typeof id === 'number' ? [{ column, id, table: refers_to }] : [],
        ),
      ),
  )
  const names = await currentNames(
    db,
    references.flat().map(({ id, table }) => ({ table, id: String(id) })),
  )
  return references.map((reference) =>
    reference.flatMap(({ column, id, table }) => {
      const name = names.get(`${table} ${id}`)
      return name === undefined ? [] : [{ column, id, name }]
    }),
  )
}

/** The columns of these tables that refer to a record with a name, as the database knows them. */
async function foreignKeys(db: Db, tables: readonly string[]) {
  const { rows } = await sql<{ of: string; column: string; refers_to: string; key: string }>`
    select distinct own.relname as of, a.attname as column, other.relname as refers_to, f.attname as key
    from pg_constraint c
    join pg_class own on own.oid = c.conrelid
    join pg_class other on other.oid = c.confrelid
    cross join lateral unnest(c.conkey, c.confkey) as pair (a, f)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = pair.a
    join pg_attribute f on f.attrelid = c.confrelid and f.attnum = pair.f
    where c.contype = 'f' and own.relname = any (${tables}::text[])`.execute(db)
  return rows.filter(({ refers_to, key }) => namingOf(refers_to)?.key === key)
}

const namingOf = (table: string): NameSource | undefined =>
  auditedTables[table]?.naming ?? fixed_tables[table] ?? named_elsewhere[table]

async function currentNames(db: Db, subjects: readonly Subject[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const [table, ofTable] of Map.groupBy(subjects, (subject) => subject.table)) {
    const naming = namingOf(table)
    const ids = [...new Set(ofTable.map(({ id }) => id).filter((id) => /^\d{1,15}$/.test(id)))].map(Number)
    if (!naming || ids.length === 0) continue
    const { column, from = { table, key: naming.key } } = naming
    const { rows } = await sql<{ id: number; name: string | null }>`
      select ${sql.ref(from.key)} as id, ${sql.ref(column)}::text as name
      from ${sql.table(from.table)} where ${sql.ref(from.key)} = any (${ids}::bigint[])`.execute(db)
    for (const { id, name } of rows) if (name !== null) names.set(`${table} ${id}`, name)
  }
  return names
}

/** The subject of each entry, such as 'POS Quầy Bến Thành': the first of its changes that has a name, else the first. */
export async function subjectsOf(db: Db, audit_ids: readonly number[]): Promise<Map<number, string>> {
  if (audit_ids.length === 0) return new Map()
  const named_tables = [...Object.keys(auditedTables).filter((table) => auditedTables[table]!.naming), ...owners.keys()]
  const { rows } = await sql<LoggedRow & { audit_id: number }>`
    select distinct on (audit_id) audit_id, table_name, row_id, before, after from audit_change
    where audit_id = any (${audit_ids}::bigint[])
    order by audit_id, (table_name = any (${named_tables}::text[])) desc, n`.execute(db)
  const names = await namesOf(db, rows)
  return new Map(
    rows.map((row, index) => [
      row.audit_id,
      [titleOfTable(subjectOf(row).table), names[index]].filter(Boolean).join(' '),
    ]),
  )
}

const titleOfTable = (table: string) => auditedTables[table]?.title ?? 'Dữ liệu khác'

/** The most records of one name, and the most entries that are found by them. */
const max_records = 50
const max_entries = 5_000

/** The entries that changed a record of this kind ('tai khoan') or of this name, newest first. */
export async function entriesAbout(db: Db, keyword: string): Promise<number[]> {
  const word = fold(keyword)
  const titled_tables = Object.keys(auditedTables).filter((table) => fold(titleOfTable(table)).includes(word))
  const searchableTables = Object.entries(auditedTables).flatMap(([table, { naming }]) =>
    naming && !naming.is_large ? [{ table, ...naming }] : [],
  )
  const recordsByName = searchableTables.map(
    ({ table, key, column }) => sql`(select ${table}::text as table_name, ${sql.ref(key)}::text as id
      from ${sql.table(table)} as r cross join lateral (select vn_fold(${sql.ref(`r.${column}`)}) as name) f
      where ${contains('f.name', keyword)} limit ${max_records})`,
  )
  const { rows: records } = await sql<{
    table_name: string
    id: string
  }>`${sql.join(recordsByName, sql` union all `)}`.execute(db)
  const recordEntries = records.flatMap(({ table_name, id }) => [
    sql`select audit_id from audit_change where table_name = ${table_name} and row_id = ${id}`,
    ...(shownRecords[table_name]?.parts ?? []).map(
      ({ table, position }) =>
        sql`select audit_id from audit_change where table_name = ${table} and split_part(row_id, ',', ${sql.lit(position)}) = ${id}`,
    ),
  ])
  const sources = [
    ...(titled_tables.length > 0
      ? [
          sql`(select audit_id from audit_change where table_name = any (${titled_tables}::text[]) order by audit_id desc limit ${max_entries})`,
        ]
      : []),
    ...recordEntries,
  ]
  if (sources.length === 0) return []
  const { rows } = await sql<{ audit_id: number }>`
    select distinct audit_id from (${sql.join(sources, sql` union all `)}) as about
    order by audit_id desc limit ${max_entries}`.execute(db)
  return rows.map(({ audit_id }) => audit_id)
}
