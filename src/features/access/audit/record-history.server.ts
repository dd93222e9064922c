/** The history of one record, for whoever may see its page. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Part, ShownRecord } from '#contract/audited.ts'
import { titleOf } from '#server/calls.ts'
import type { Db } from '#server/database/transaction.ts'
import { contains, paginate } from '#server/record/list.ts'
import { isNarrowed, within, type ScopedTable } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import { hasRight, type Me } from '#server/session/session.ts'
import { auditPage } from './audit.contract.ts'
import { lastMove, type Change } from './audit.server.ts'
import { shownRecords } from './audited.contract.ts'
import { recordHistory } from './record-history.contract.ts'
import { namesOf, referencesOf } from './record-names.server.ts'

export default serve(recordHistory, {
  history: async ({ db, me, input, fail }) => {
    const { table_name, row_id, keyword } = input
    const record = Object.hasOwn(shownRecords, table_name) ? shownRecords[table_name]! : null
    if (!hasRight(me, auditPage.view) && !record?.may.some((right) => hasRight(me, right))) fail('no_right')
    const is_seen = record ? await isVisible(db, me, table_name, record, row_id) : !isNarrowed(me)
    if (!is_seen) fail('not_found')
    const query = db
      .selectFrom('audit_change as c')
      .innerJoin('audit_log as l', 'l.audit_id', 'c.audit_id')
      .select(['c.table_name', 'c.row_id', 'c.before', 'c.after', 'l.audit_id', 'l.at', 'l.user_name', 'l.call'])
      .where(({ or, and, eb }) =>
        or([
          and([eb('c.table_name', '=', table_name), eb('c.row_id', '=', row_id)]),
          ...(record?.parts ?? []).map((part) => partOf(part, row_id, me)),
        ]),
      )
      .where(sinceItCame(record, row_id, me))
      .where(contains('l.search', keyword))
      .orderBy('c.audit_id', 'desc')
      .orderBy('c.n', 'desc')
      .$castTo<Change & { audit_id: number; at: string; user_name: string | null; call: string }>()
    const page = await paginate(db, query, input)
    const names = await namesOf(db, page.items)
    const references = await referencesOf(db, me, page.items)
    const items = page.items.map(({ call, ...change }, index) => {
      return { ...change, row_name: names[index] ?? null, references: references[index]!, title: titleOf(call) }
    })
    return { ...page, items }
  },
})

function partOf({ table, position, names }: Part, row_id: string, me: Me): RawBuilder<SqlBool> {
  const isAllowed =
    names === undefined || !isNarrowed(me)
      ? sql<SqlBool>`true`
      : sql<SqlBool>`exists (select from ${sql.table(names.table)} as named
          where ${sql.ref(`named.${names.key}`)}::text = split_part(c.row_id, ',', ${names.position}::integer)
            and ${within(me, names.table, 'named')})`
  return sql<SqlBool>`(c.table_name = ${table} and split_part(c.row_id, ',', ${position}::integer) = ${row_id} and ${isAllowed})`
}

/** Whether `me` may see the record; people who see everything may also see a deleted one. */
async function isVisible(db: Db, me: Me, table: string, record: ShownRecord, row_id: string): Promise<boolean> {
  const kinds = hasRight(me, auditPage.view) ? undefined : record.kinds
  if (!record.is_scoped || (!isNarrowed(me) && !kinds)) return true
  const id = /^[1-9]\d{0,14}$/.test(row_id) ? Number(row_id) : 0
  // Rows of data_scope belong to an account, whose visibility decides.
  const scoped = table === 'data_scope' ? 'app_user' : table
  const permittedKinds = Object.entries(kinds?.may ?? {}).flatMap(([kind, rights]) =>
    rights.some((right) => hasRight(me, right)) ? [Number(kind)] : [],
  )
  const of_kind = kinds ? sql`${sql.ref(kinds.column)} = any (${permittedKinds}::integer[])` : sql`true`
  const { rows } = await sql`select from ${sql.table(scoped)}
    where ${sql.ref(record.key)} = ${id}::bigint and ${of_kind} and ${within(me, scoped as ScopedTable)}`.execute(db)
  return rows.length > 0
}

/** For people who see only some of the data: the history since the record came to its present partner or store. */
function sinceItCame(record: ShownRecord | null, row_id: string, me: Me): RawBuilder<SqlBool> {
  if (!record?.owner || !isNarrowed(me)) return sql<SqlBool>`true`
  return sql<SqlBool>`c.audit_id > ${lastMove(record.owner, sql`${row_id}`)}`
}
