import { sql } from 'kysely'
import { plainText } from '#contract/text/plain-text.ts'
import type { AnswerOf, InputOf } from '#contract/call.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { recordsOf } from '#server/record/records.ts'
import { hasChanged } from '#server/record/change-columns.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { configFile, ConfigFileRecord, versionStatus } from './config-file.contract.ts'

const files = recordsOf(ConfigFileRecord)
type File = AnswerOf<typeof configFile.detail>
type Change = InputOf<typeof configFile.update>

export default serve(configFile, {
  list: ({ db, me, input }) => files.page(db, withNumbers(db, me), input, 'type'),

  detail: async ({ db, me, input, fail }) => (await findFile(db, me, input.config_file_id)) ?? fail('not_found'),

  version: async ({ db, input: { config_file_id, number }, fail }) => {
    const content = (await contentOf(db, config_file_id, number)) ?? fail('not_found')
    return { config_file_id, number, content, words: plainText(content).split(' ').length }
  },

  add: async ({ db, me, input: { content, ...draft } }) => {
    const config_file_id = await files.insert(db, me, draft)
    if (content != null) await writeDraft(db, me, config_file_id, { content })
    return (await findFile(db, me, config_file_id))!
  },

  update: async ({ db, me, input: { content, ask_consent, ...change }, fail }) => {
    const unchanged = await unchangedBy(db, me, { content, ask_consent, ...change })
    if (unchanged) return unchanged
    await raise(db, me, change, fail)
    const isWritten = await writeDraft(db, me, change.config_file_id, { content, ask_consent })
    if (!isWritten) fail('draft_missing')
    return (await findFile(db, me, change.config_file_id))!
  },

  discard: async ({ db, me, input, fail }) => {
    await raise(db, me, input, fail)
    const { numDeletedRows } = await db
      .deleteFrom('config_file_version')
      .where('config_file_id', '=', input.config_file_id)
      .where('publish_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) fail('draft_missing')
    return (await findFile(db, me, input.config_file_id))!
  },

  publish: async ({ db, me, input: { publish_at = null, ...key }, fail }) => {
    await raise(db, me, key, fail)
    const { rows } = await sql<{ is_past: boolean }>`
      update config_file_version set published_by = ${me.user_id},
        publish_at = coalesce(${publish_at}::timestamptz, clock_timestamp())
      where config_file_id = ${key.config_file_id} and publish_at is null
      returning ${publish_at}::timestamptz < clock_timestamp() as is_past`.execute(db)
    if (!rows[0]) fail('draft_missing')
    if (rows[0]?.is_past) fail('publish_time_past')
    return (await findFile(db, me, key.config_file_id))!
  },

  withdraw: async ({ db, me, input: { config_file_id, number }, fail }) => {
    await raise(db, me, { config_file_id }, fail)
    const { rows } = await sql<{ number: number }>`
      update config_file_version set publish_at = null, published_by = null, updated_by = ${me.user_id}, updated_at = now()
      where config_file_id = ${config_file_id} and number = ${number} and publish_at is not null
      returning number`.execute(db)
    if (!rows[0]) fail('not_found')
    return (await findFile(db, me, config_file_id))!
  },

  restore: async ({ db, me, input: { number, ...key }, fail }) => {
    await raise(db, me, key, fail)
    const { versions } = (await findFile(db, me, key.config_file_id))!
    const { status } = versions.find((version) => version.number === number) ?? fail('not_found')
    if (status !== versionStatus.past) fail('restore_not_past')
    if (await isPublished(db, key.config_file_id, number))
      fail('restore_not_past', { message: 'Bản đang công bố đã có đúng nội dung này.' })
    await sql`insert into config_file_version
        (config_file_id, number, content, ask_consent, restored_from, publish_at, published_by, created_by)
      select config_file_id, (select max(number) + 1 from config_file_version where config_file_id = v.config_file_id),
        content, ask_consent, number, clock_timestamp(), ${me.user_id}, ${me.user_id}
      from config_file_version v where config_file_id = ${key.config_file_id} and number = ${number}`.execute(db)
    return (await findFile(db, me, key.config_file_id))!
  },

  delete: async ({ db, me, input, fail }) => {
    await files.remove(db, me, input, fail)
    return null
  },
})

/** Raises the file's version, which locks its row: drafts and version numbers are created one after the other. */
function raise(
  db: Db,
  me: Me,
  change: Parameters<typeof files.change>[2],
  fail: Fail<'changed_by_other' | 'not_found'>,
): Promise<void> {
  return files.change(db, me, change, fail, withVersions(db, me))
}

/** The file when the change leaves it as it is, so that equal calls make no further versions; locked, so that they come one after the other. */
async function unchangedBy(db: Db, me: Me, { config_file_id, version, ...change }: Change): Promise<File | undefined> {
  await db
    .selectFrom('config_file')
    .select('config_file_id')
    .where('config_file_id', '=', config_file_id)
    .forUpdate()
    .execute()
  const file = await findFile(db, me, config_file_id)
  if (!file || hasChanged(file, version)) return undefined
  const values: Record<string, unknown> = {
    ...file,
    content: file.draft?.content,
    ask_consent: file.draft?.ask_consent,
  }
  return Object.entries(change).every(([name, value]) => value === undefined || value === values[name])
    ? file
    : undefined
}

/** Whether customers read the text of this version now, with the same question for consent. */
async function isPublished(db: Db, config_file_id: number, number: number): Promise<boolean> {
  const { rows } = await sql`
    select from config_file_version old join (
      select content, ask_consent from config_file_version
      where config_file_id = ${config_file_id} and publish_at <= statement_timestamp() order by publish_at desc limit 1
    ) now using (content, ask_consent)
    where old.config_file_id = ${config_file_id} and old.number = ${number}`.execute(db)
  return rows.length > 0
}

async function contentOf(db: Db, config_file_id: number, number: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('config_file_version')
    .select('content')
    .where('config_file_id', '=', config_file_id)
    .where('number', '=', number)
    .executeTakeFirst()
  return row?.content
}

interface DraftChange {
  content?: string | undefined
  ask_consent?: boolean | undefined
}

/** Changes the draft, or creates one when content was sent; false where there is neither. */
async function writeDraft(db: Db, me: Me, config_file_id: number, change: DraftChange): Promise<boolean> {
  const { content, ask_consent } = change
  if (content === undefined && ask_consent === undefined) return true
  const { rows } = await sql`
    update config_file_version set content = coalesce(${content ?? null}, content),
      ask_consent = coalesce(${ask_consent ?? null}, ask_consent), updated_by = ${me.user_id}, updated_at = now()
    where config_file_id = ${config_file_id} and publish_at is null returning number`.execute(db)
  if (rows.length > 0) return true
  if (content === undefined) return false
  await sql`insert into config_file_version (config_file_id, number, content, ask_consent, created_by)
    select ${config_file_id}::integer, coalesce(max(number), 0) + 1, ${content}::text, ${ask_consent ?? false}::boolean, ${me.user_id}::integer
    from config_file_version where config_file_id = ${config_file_id}`.execute(db)
  return true
}

/** The numbers of the current version, the next scheduled one, and the draft; including what this transaction has just published. */
const numbers = sql`
  select
    (array_agg(number order by publish_at desc) filter (where publish_at <= statement_timestamp()))[1] as published_number,
    max(publish_at) filter (where publish_at <= statement_timestamp()) as published_at,
    (array_agg(number order by publish_at) filter (where publish_at > statement_timestamp()))[1] as next_number,
    min(publish_at) filter (where publish_at > statement_timestamp()) as next_at,
    min(number) filter (where publish_at is null) as draft_number
  from config_file_version`

interface Numbers {
  published_number: number | null
  published_at: string | null
  next_number: number | null
  next_at: string | null
  draft_number: number | null
}

function withNumbers(db: Db, me: Me) {
  return files
    .rows(db, me)
    .innerJoinLateral(sql<Numbers>`(${numbers} where config_file_id = r.config_file_id)`.as<'n'>(sql`n`), (join) =>
      join.onTrue(),
    )
    .select(['n.published_number', 'n.published_at', 'n.next_number', 'n.next_at', 'n.draft_number'])
}

function findFile(db: Db, me: Me, config_file_id: number): Promise<File | undefined> {
  return files.find(withVersions(db, me), config_file_id)
}

/** Adds each file's draft and its versions, newest first. */
function withVersions(db: Db, me: Me) {
  return withNumbers(db, me).select([
    sql<File['draft']>`(
      select jsonb_build_object('number', v.number, 'content', v.content, 'ask_consent', v.ask_consent)
      from config_file_version v where v.config_file_id = r.config_file_id and v.publish_at is null)`.as('draft'),
    sql<File['versions']>`(
      select coalesce(jsonb_agg(to_jsonb(found) order by found.number desc), '[]') from (
        select v.number, v.ask_consent, v.restored_from, v.publish_at, p.user_name as published_by_name,
          coalesce(e.user_name, c.user_name) as updated_by_name, coalesce(v.updated_at, v.created_at) as updated_at,
          lead(v.publish_at) over begun as end_at,
          case when v.publish_at is null then ${versionStatus.draft}::integer when v.publish_at > statement_timestamp() then ${versionStatus.waiting}::integer
            when v.number = n.published_number then ${versionStatus.published}::integer else ${versionStatus.past}::integer end as status
        from config_file_version v
        left join app_user p on p.user_id = v.published_by -- unscoped: only their names
        left join app_user e on e.user_id = v.updated_by
        left join app_user c on c.user_id = v.created_by
        where v.config_file_id = r.config_file_id
        window begun as (order by v.publish_at nulls last)) found)`.as('versions'),
  ])
}
