import { sql } from 'kysely'
import { isHeadOffice } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import { changeColumns } from '#server/record/change-columns.ts'
import { serve } from '#server/serve.ts'
import { changesOf, keepChange } from '../setting-change/setting-change.server.ts'
import { kenoResult, type KenoResultRow } from './keno-result.contract.ts'
import { missingFields, whyNotConfirm } from './keno-result.rules.ts'

const shown_settings = [
  'status',
  'first_url',
  'second_url',
  'confirm_by',
  'wait_seconds',
  'when_late',
  'when_contradicting',
] as const

/** The history item of changes. */
const changed_item = 'all'
/** The item under which the confirmed settings are kept when they are first changed: what differs from them waits for a second person. */
const confirmed_item = 'confirmed'

export default serve(kenoResult, {
  get: ({ db }) => selectConfig(db),

  update: async ({ db, me, input: { version, first_key, second_key, ...settings }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    const storedConfig = await lockConfig(db)
    if (storedConfig.version !== version) fail('changed_by_other', { current: await selectConfig(db) })
    // Undefined keeps the address, null removes it.
    const { first_url = storedConfig.first_url, second_url = storedConfig.second_url } = settings
    const keys = {
      first_key: first_url === null ? null : (first_key ?? storedConfig.first_key),
      second_key: second_url === null ? null : (second_key ?? storedConfig.second_key),
    }
    const has_keys = { first_has_key: keys.first_key !== null, second_has_key: keys.second_key !== null }
    const missing = missingFields({ ...settings, first_url, second_url, ...has_keys })
    if (Object.keys(missing).length > 0) fail('request_invalid', { fields: missing })
    await db
      .updateTable('result_feed')
      .set({
        ...settings,
        first_url,
        second_url,
        ...keys,
        confirmed_by: null,
        confirmed_at: null,
        ...changeColumns(me),
      })
      // Draws before the feed was switched on are not late.
      .set({
        started_at: sql<string | null>`case when ${settings.status} = 0 then null else coalesce(started_at, now()) end`,
      })
      .execute()
    if (storedConfig.confirmed_at !== null) {
      const change = {
        setting: 'keno_result',
        item: confirmed_item,
        before: null,
        after: shownOf(storedConfig),
      } as const
      await keepChange(db, me, change)
    }
    await keepChange(db, me, {
      setting: 'keno_result',
      item: changed_item,
      before: { ...shownOf(storedConfig), ...keysText(storedConfig, 'Khóa cũ', keys) },
      after: { ...shownOf({ ...settings, first_url, second_url }), ...keysText(keys, 'Khóa mới', storedConfig) },
    })
    return selectConfig(db)
  },

  confirm: async ({ db, me, input: { version }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    const storedConfig = await lockConfig(db)
    if (storedConfig.version !== version) fail('changed_by_other', { current: await selectConfig(db) })
    const refusal = whyNotConfirm({ ...storedConfig, editors: await editorsOf(db) }, me)
    if (refusal) fail(refusal.error, { message: refusal.message })
    await db
      .updateTable('result_feed')
      .set({ confirmed_by: me.user_id, confirmed_at: sql<string>`now()`, version: sql<number>`version + 1` })
      .execute()
    return selectConfig(db)
  },
})

interface Keys {
  first_key: string | null
  second_key: string | null
}

type ShownSettings = Record<(typeof shown_settings)[number], unknown>

const shownOf = (config: ShownSettings) => Object.fromEntries(shown_settings.map((name) => [name, config[name]]))

/** The changed keys, each shown as `word`, because keys are secret. */
function keysText(keys: Keys, word: string, compared: Keys) {
  const differing = (['first_key', 'second_key'] as const).filter((name) => keys[name] !== compared[name])
  return Object.fromEntries(differing.map((name) => [name, keys[name] && word]))
}

const lockConfig = (db: Db) => db.selectFrom('result_feed').selectAll().forUpdate().executeTakeFirstOrThrow()

async function selectConfig(db: Db): Promise<KenoResultRow> {
  const config = await db
    .selectFrom('result_feed as f')
    .leftJoin('app_user as editor', 'editor.user_id', 'f.updated_by') // unscoped: only a name
    .leftJoin('app_user as checker', 'checker.user_id', 'f.confirmed_by') // unscoped: only a name
    .select(['f.status', 'f.first_url', 'f.second_url', 'f.confirm_by', 'f.wait_seconds', 'f.when_late'])
    .select(['f.when_contradicting', 'f.confirmed_at', 'f.updated_by', 'f.updated_at', 'f.version'])
    .select(['editor.user_name as updated_by_name', 'checker.user_name as confirmed_by_name'])
    .select((eb) => [
      eb('f.first_key', 'is not', null).as('first_has_key'),
      eb('f.second_key', 'is not', null).as('second_has_key'),
    ])
    .$narrowType<Omit<KenoResultRow, 'sources' | 'editors' | 'history'>>()
    .executeTakeFirstOrThrow()
  const sources = await db
    .selectFrom('result_feed_source')
    .selectAll()
    .$narrowType<{ source: 1 | 2 }>()
    .orderBy('source')
    .execute()
  return {
    ...config,
    first_has_key: Boolean(config.first_has_key),
    second_has_key: Boolean(config.second_has_key),
    sources,
    editors: await editorsOf(db),
    history: await changesOf(db, 'keno_result', changed_item),
  }
}

/** Of each setting that differs from the confirmed ones, who changed it last. */
async function editorsOf(db: Db): Promise<number[]> {
  type Values = Record<string, unknown>
  // unscoped: the head office's own settings
  const { rows: changes } = await sql<{ before: Values; after: Values; confirmed: Values | null; created_by: number }>`
    select c.before, c.after, k.after as confirmed, c.created_by from setting_change c left join (
      select setting_change_id, after from setting_change where setting = 'keno_result' and item = ${confirmed_item}
      order by setting_change_id desc limit 1) k on true
    where c.setting = 'keno_result' and c.item = ${changed_item} and c.setting_change_id > coalesce(k.setting_change_id, 0)
    order by c.setting_change_id`.execute(db)
  const editors = new Map<string, number>()
  for (const { before, after, confirmed, created_by } of changes)
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (before[name] === after[name]) continue
      // A key is secret, so whether it is the confirmed one again is not known.
      const is_confirmed = name in (confirmed ?? {}) && confirmed![name] === after[name]
      if (is_confirmed) editors.delete(name)
      else editors.set(name, created_by)
    }
  return [...new Set(editors.values())]
}
