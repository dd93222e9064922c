/** Reads the audit log. Only the engine writes it: see serve.ts and the first migration. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { messageOf } from '#contract/errors.ts'
import { fold } from '#contract/fold.ts'
import { rightsIn } from '#contract/page.ts'
import { isHeadOffice } from '#contract/person.ts'
import { servedCalls, titleOf } from '#server/calls.ts'
import type { Db } from '#server/database/transaction.ts'
import { time_zone } from '#server/database/values.ts'
import { contains, paginate, sortOf } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { audit } from './audit.contract.ts'
import { entriesAbout, namesOf, referencesOf, subjectsOf } from './record-names.server.ts'

const max_changes = 1_000

export default serve(audit, {
  list: async ({ db, me, input }) => {
    const { from_date, to_date, user_name, call, refused, keyword } = input
    const [, direction] = sortOf(input.sort, '-at')
    const condition = keyword ? await matching(db, keyword) : null
    const query = entries(db, me)
      .$if(condition !== null, (q) => q.where(condition!))
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
    const items = page.items.map((entry) => ({ ...inWords(entry), subject: subjects.get(entry.audit_id) ?? null }))
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
    const references = await referencesOf(db, me, changes)
    const namedChanges = changes.map((change, index) => ({
      ...change,
      row_name: names[index] ?? null,
      references: references[index]!,
    }))
    return { ...inWords(entry), subject: subjects.get(audit_id) ?? null, changes: namedChanges }
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
export interface Change {
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
  const entryCondition = await entriesAbout(db, keyword)
  return sql<SqlBool>`(${contains('l.search', keyword)} or l.call = any (${calls}::text[]) or l.audit_id = any (${entryCondition}::bigint[]))`
}

function inWords<E extends { call: string; code: number }>(entry: E): E & { title: string; result: string } {
  return { ...entry, title: titleOf(entry.call), result: resultText(entry.code) }
}

function resultText(code: number): string {
  return code === 0 ? 'Thành công' : `Từ chối: ${messageOf(code) ?? `Mã lỗi ${code}`}`
}

/** The moment at which a day begins in Viet Nam, or the day so many days later. */
function startOf(day: string, days_later = 0): RawBuilder<string> {
  return sql<string>`(${day}::date + ${days_later}::integer)::timestamp at time zone ${time_zone}`
}

/** The log entry by which a row came to its present partner or store; 0 for one that was created there. */
export function lastMove(table: 'app_user' | 'pos', row_id: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`coalesce((select max(m.audit_id) from audit_change m where m.table_name = ${table} and m.row_id = ${row_id}
    and m.before is not null and m.after ?| array['partner_id', 'base_id']), 0)`
}
