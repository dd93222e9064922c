/** Reads the audit log. Only the engine writes it: see serve.ts and the first migration. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { fold } from '#contract/fold.ts'
import type { Part, ShownRecord } from '#contract/audited.ts'
import { rightsIn } from '#contract/page.ts'
import { isHeadOffice } from '#contract/person.ts'
import { servedCalls, titleOf } from '#server/calls.ts'
import type { Db } from '#server/database/transaction.ts'
import { time_zone } from '#server/database/values.ts'
import { contains, paginate, sortOf } from '#server/record/list.ts'
import { isNarrowed, within, type ScopedTable } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import { holds, type Me } from '#server/session/session.ts'
import { audit, auditPage } from './audit.contract.ts'
import { shownRecords } from './audited.contract.ts'
import { entriesAbout, namesOf, subjectsOf } from './record-names.server.ts'

const max_changes = 1_000

export default serve(audit, {
  list: async ({ db, me, input }) => {
    const { from_date, to_date, user_name, call, refused, keyword } = input
    const [, direction] = sortOf(input.sort, '-at')
    const found = keyword ? await matching(db, keyword) : null
    const query = entries(db, me)
      .$if(found !== null, (q) => q.where(found!))
      .$if(from_date != null, (q) => q.where('l.at', '>=', startOf(from_date!)))
      .$if(to_date != null, (q) => q.where('l.at', '<', startOf(to_date!, 1)))
      .$if(user_name != null, (q) => q.where('l.user_name', '=', user_name!))
      .$if(call != null, (q) => q.where('l.call', '=', call!))
      .$if(refused != null, (q) => q.where('l.code', refused ? '<>' : '=', 0))
      .orderBy('l.at', direction)
      .orderBy('l.audit_id', direction)
    const page = await paginate(db, query, input)
    const subjects = await subjectsOf(
      db,
      page.items.map(({ audit_id }) => audit_id),
    )
    const items = page.items.map((one) => ({ ...titled(one), subject: subjects.get(one.audit_id) ?? null }))
    return { ...page, items }
  },

  detail: async ({ db, me, input: { audit_id }, fail }) => {
    const entry = await entries(db, me)
      .select(['l.user_agent', 'l.input', 'l.chain', 'l.seq', sql<string>`encode(l.hash, 'hex')`.as('hash')])
      .where('l.audit_id', '=', audit_id)
      .executeTakeFirst()
    if (!entry) return fail('not_found')
    const changes = await db
      .selectFrom('audit_change')
      .select(['table_name', 'row_id', 'before', 'after'])
      .where('audit_id', '=', audit_id)
      .orderBy('n')
      .limit(max_changes)
      .$castTo<Change>()
      .execute()
    const [names, subjects] = [await namesOf(db, changes), await subjectsOf(db, [audit_id])]
    const named = changes.map((change, at) => ({ ...change, row_name: names[at] ?? null }))
    return { ...titled(entry), subject: subjects.get(audit_id) ?? null, changes: named }
  },

  history: async ({ db, me, input, fail }) => {
    const { table_name, row_id, keyword } = input
    const shown = Object.hasOwn(shownRecords, table_name) ? shownRecords[table_name]! : null
    if (!holds(me, auditPage.view) && !shown?.may.some((right) => holds(me, right))) fail('no_right')
    const is_seen = shown ? await isVisible(db, me, table_name, shown, row_id) : !isNarrowed(me)
    if (!is_seen) fail('not_found')
    const query = db
      .selectFrom('audit_change as c')
      .innerJoin('audit_log as l', 'l.audit_id', 'c.audit_id')
      .select(['c.table_name', 'c.row_id', 'c.before', 'c.after', 'l.audit_id', 'l.at', 'l.user_name', 'l.call'])
      .where(({ or, and, eb }) =>
        or([
          and([eb('c.table_name', '=', table_name), eb('c.row_id', '=', row_id)]),
          ...(shown?.parts ?? []).map((part) => partOf(part, row_id, me)),
        ]),
      )
      .where(sinceItCame(shown, row_id, me))
      .where(contains('l.search', keyword))
      .orderBy('c.audit_id', 'desc')
      .orderBy('c.n', 'desc')
      .$castTo<Change & { audit_id: number; at: string; user_name: string | null; call: string }>()
    const page = await paginate(db, query, input)
    const names = await namesOf(db, page.items)
    const items = page.items.map(({ call, ...change }, at) => {
      return { ...change, row_name: names[at] ?? null, title: titleOf(call) }
    })
    return { ...page, items }
  },

  calls: async () => {
    const items = servedCalls()
      .filter(({ kind, may }) => kind === 'write' || rightsIn(may).length > 0)
      .map(({ name, title }) => ({ call: name, title }))
      .sort((a, b) => a.title.localeCompare(b.title, 'vi') || a.call.localeCompare(b.call))
    return { items, total: items.length }
  },
})

type Fields = Record<string, unknown> | null
interface Change {
  table_name: string
  row_id: string
  before: Fields
  after: Fields
}

/**
 * The log as `me` may see it: a partner's operator sees what the people of that partner did.
 * A sign-in has only a name; its entry belongs to the account that has had this name since.
 */
function entries(db: Db, me: Me) {
  return (
    db
      .selectFrom('audit_log as l')
      .select(['l.audit_id', 'l.at', 'l.user_name', 'l.call', 'l.code', 'l.source', 'l.transid'])
      .select('l.changes as change_count')
      // A person who sees only some of the data sees only their own entries.
      .$if(me.is_limited, (query) => query.where('l.user_id', '=', me.user_id))
      .$if(!isHeadOffice(me), (query) =>
        query.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('app_user as u')
              .select('u.user_id')
              .where(within(me, 'app_user', 'u'))
              .where(({ or, and, eb }) =>
                or([
                  // What was done before the account came to this partner or store is hidden.
                  and([
                    eb('u.user_id', '=', eb.ref('l.user_id')),
                    eb('l.audit_id', '>', lastMove('app_user', sql`u.user_id::text`)),
                  ]),
                  and([
                    eb('l.user_id', 'is', null),
                    eb('u.user_name', '=', eb.ref('l.user_name')),
                    eb('u.created_at', '<=', eb.ref('l.at')),
                    eb('u.deleted_at', 'is', null),
                  ]),
                ]),
              ),
          ),
        ),
      )
  )
}

/** Matches the person, the call's title, the record's name or kind, the transid and the source. */
async function matching(db: Db, keyword: string): Promise<RawBuilder<SqlBool>> {
  const word = fold(keyword)
  const calls = servedCalls().flatMap(({ name, title }) => (fold(title).includes(word) ? [name] : []))
  const about = await entriesAbout(db, keyword)
  return sql<SqlBool>`(${contains('l.search', keyword)} or l.call = any (${calls}::text[]) or l.audit_id = any (${about}::bigint[]))`
}

function titled<E extends { call: string }>(entry: E): E & { title: string } {
  return { ...entry, title: titleOf(entry.call) }
}

/** The moment at which a day begins in Viet Nam, or the day so many days later. */
function startOf(day: string, days_later = 0): RawBuilder<string> {
  return sql<string>`(${day}::date + ${days_later}::integer)::timestamp at time zone ${time_zone}`
}

function partOf({ table, position, names }: Part, row_id: string, me: Me): RawBuilder<SqlBool> {
  const own =
    names === undefined || !isNarrowed(me)
      ? sql<SqlBool>`true`
      : sql<SqlBool>`exists (select from ${sql.table(names.table)} as named
          where ${sql.ref(`named.${names.key}`)}::text = split_part(c.row_id, ',', ${names.position}::integer)
            and ${within(me, names.table, 'named')})`
  return sql<SqlBool>`(c.table_name = ${table} and split_part(c.row_id, ',', ${position}::integer) = ${row_id} and ${own})`
}

/** Whether `me` may see the record; people who see everything may also see a deleted one. */
async function isVisible(db: Db, me: Me, table: string, shown: ShownRecord, row_id: string): Promise<boolean> {
  const kinds = holds(me, auditPage.view) ? undefined : shown.kinds
  if (!shown.is_scoped || (!isNarrowed(me) && !kinds)) return true
  const id = /^[1-9]\d{0,14}$/.test(row_id) ? Number(row_id) : 0
  // Rows of data_scope belong to an account, whose visibility decides.
  const seen = table === 'data_scope' ? 'app_user' : table
  const mine = Object.entries(kinds?.may ?? {}).flatMap(([kind, rights]) =>
    rights.some((right) => holds(me, right)) ? [Number(kind)] : [],
  )
  const of_kind = kinds ? sql`${sql.ref(kinds.column)} = any (${mine}::integer[])` : sql`true`
  const { rows } = await sql`select from ${sql.table(seen)}
    where ${sql.ref(shown.key)} = ${id}::bigint and ${of_kind} and ${within(me, seen as ScopedTable)}`.execute(db)
  return rows.length > 0
}

/** For people who see only some of the data: the history since the record came to its present partner or store. */
function sinceItCame(shown: ShownRecord | null, row_id: string, me: Me): RawBuilder<SqlBool> {
  if (!shown?.owner || !isNarrowed(me)) return sql<SqlBool>`true`
  return sql<SqlBool>`c.audit_id > ${lastMove(shown.owner, sql`${row_id}`)}`
}

/** The log entry by which a row came to its present partner or store; 0 for one that was created there. */
function lastMove(table: 'app_user' | 'pos', row_id: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`coalesce((select max(m.audit_id) from audit_change m where m.table_name = ${table} and m.row_id = ${row_id}
    and m.before is not null and m.after ?| array['partner_id', 'base_id']), 0)`
}
