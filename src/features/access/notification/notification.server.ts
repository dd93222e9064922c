import { sql } from 'kysely'
import { infoOf } from '#contract/schema.ts'
import type { Db } from '#server/database/transaction.ts'
import { paginate } from '#server/record/list.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { auditedTables } from '../audit/audited.contract.ts'
import { namesOf } from '../audit/record-names.server.ts'
import { notifications, type NotificationKind, type NotificationRow } from './notification.contract.ts'
import { linksOf } from './notification-link.server.ts'

/** The largest count that is shown; more are not counted. */
const max_counted = 999

export default serve(notifications, {
  list: async ({ db, me, input }) => {
    const query = ownRows(db, me)
      .$if(input.is_unread != null, (q) => q.where('n.read_at', input.is_unread ? 'is' : 'is not', null))
      .orderBy('n.notification_id', 'desc')
    const page = await paginate(db, query, input)
    return { ...page, items: await withTexts(db, page.items) }
  },

  unread: async ({ db, me }) => {
    const unread = ownRows(db, me).where('n.read_at', 'is', null).orderBy('n.notification_id', 'desc')
    const [newest] = await withTexts(db, await unread.limit(1).execute())
    return { unread: await countOf(db, me), newest: newest ?? null }
  },

  read: async ({ db, me, input: { notification_id }, fail }) => {
    const ownRow = await ownRows(db, me).where('n.notification_id', '=', notification_id).executeTakeFirst()
    if (!ownRow) fail('not_found')
    await markRead(db, me).where('notification_id', '=', notification_id).execute()
    return null
  },

  readAll: async ({ db, me, input: { up_to } }) => {
    await markRead(db, me).where('notification_id', '<=', up_to).execute()
    return null
  },

  settings: async ({ db, me }) => ({ muted: await mutedOf(db, me) }),

  change: async ({ db, me, input: { muted } }) => {
    // One choice after the other: two at once would be added up.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`notification_mute:${me.user_id}`}, 0))`.execute(db)
    await db.deleteFrom('notification_mute').where('user_id', '=', me.user_id).execute()
    const rows = [...new Set(muted)].map((kind) => ({ user_id: me.user_id, kind }))
    if (rows.length > 0)
      await db
        .insertInto('notification_mute')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    return { muted: await mutedOf(db, me) }
  },
})

function ownRows(db: Db, me: Me) {
  return db
    .selectFrom('notification as n')
    .leftJoin('app_user as u', 'u.user_id', 'n.by_user_id') // unscoped: only a name
    .select(['n.notification_id', 'n.kind', 'n.table_name', 'n.row_id', 'n.status', 'n.reason'])
    .select(['n.due_at', 'n.created_at', 'n.read_at', 'u.full_name as by_name'])
    .$narrowType<{ kind: NotificationKind }>()
    .where('n.user_id', '=', me.user_id)
}

type StoredNotification = Awaited<ReturnType<ReturnType<typeof ownRows>['execute']>>[number]

/** Adds each record's present name, the label of its state, and the page that shows it. */
async function withTexts(db: Db, rows: readonly StoredNotification[]): Promise<NotificationRow[]> {
  const logged = rows.map(({ table_name, row_id }) => ({ table_name, row_id, before: null, after: null }))
  const [names, links] = [await namesOf(db, logged), await linksOf(db, rows)]
  return rows.map(({ table_name, row_id, status, reason, ...row }, index) => ({
    ...row,
    title: [auditedTables[table_name]!.title, names[index] ?? row_id].join(' '),
    state: status === null ? null : stateOf(table_name, status),
    reason: reason && reason.slice(0, 1_000),
    ...links[index]!,
  }))
}

function stateOf(table_name: string, status: number): string | null {
  const field = auditedTables[table_name]?.row?.shape['status']
  return (field && infoOf(field)?.options?.find(({ value }) => value === status)?.label) ?? null
}

function markRead(db: Db, me: Me) {
  return db
    .updateTable('notification')
    .set({ read_at: sql<string>`clock_timestamp()`, version: sql<number>`version + 1` })
    .where('user_id', '=', me.user_id)
    .where('read_at', 'is', null)
}

async function countOf(db: Db, me: Me): Promise<number> {
  const { rows } = await sql<{ unread: number }>`select count(*) as unread from (
    select from notification where user_id = ${me.user_id} and read_at is null limit ${sql.lit(max_counted)}) few`.execute(
    db,
  )
  return rows[0]!.unread
}

async function mutedOf(db: Db, me: Me): Promise<NotificationKind[]> {
  const rows = await db
    .selectFrom('notification_mute')
    .select('kind')
    .$narrowType<{ kind: NotificationKind }>()
    .where('user_id', '=', me.user_id)
    .orderBy('kind')
    .execute()
  return rows.map(({ kind }) => kind)
}
