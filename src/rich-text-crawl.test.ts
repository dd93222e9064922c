/** Sends hostile rich text to every call that accepts it and checks that every call that returns rich text returns it sanitized. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { defOf, infoOf, shapeOf, unwrap } from '#contract/schema.ts'
import { migrations_dir, readMigrations } from '#server/database/migrate.ts'
import { createClient } from '#server/database/pool.ts'
import { sanitizeRichText } from '#server/rich-text.ts'
import { configFile } from '#features/content/config-file/config-file.contract.ts'
import { contentChannel } from '#features/content/content-channel/content-channel.contract.ts'
import { popup } from '#features/content/popup/popup.contract.ts'
import { post } from '#features/content/post/post.contract.ts'
import { services } from './services.ts'
import { openOffice, type Office, type Person } from './testing/office.ts'

let office: Office
let admin: Person
beforeAll(async () => {
  office = await openOffice()
  admin = await office.hire('admin')
})
afterAll(() => office.close())

type Schema = z.core.$ZodType

/** The rich-text values in a response, found by its schema. */
function richIn(schema: Schema, value: unknown): string[] {
  if (value === null || value === undefined) return []
  if (infoOf(schema)?.kind === 'rich') return [String(value)]
  const { element } = defOf(unwrap(schema))
  if (Array.isArray(value)) return element ? value.flatMap((item) => richIn(element, item)) : []
  return Object.entries(shapeOf(schema)).flatMap(([name, part]) =>
    richIn(part, (value as Record<string, unknown>)[name]),
  )
}

function containsRich(schema: Schema): boolean {
  if (infoOf(schema)?.kind === 'rich') return true
  const { element } = defOf(unwrap(schema))
  const parts = [...Object.values(shapeOf(schema)), ...(element ? [element] : [])]
  return parts.some(containsRich)
}

const calls = services.map(({ call }) => call)
const namesOf = (some: readonly Call[]) => some.map(({ name }) => name).toSorted()
const taking = calls.filter(({ kind, input }) => kind === 'write' && containsRich(input))
const giving = [...calls, ...Object.values(contentChannel)].filter(({ output }) => containsRich(output))

const hostile = `<p onclick="alert(1)" style="position:fixed;background:url(https://xau.vn)">Chữ lành</p><script>alert(1)</script>
  <svg><style><img src=x onerror=alert(1)></style></svg><a href="java&#x09;script:alert(1)">bẫy</a>
  <img src="https://xau.vn/dem.gif" alt="a"><table background="https://xau.vn"><tr><td onclick=alert(1)>ô</td></tr></table>`
const clean = sanitizeRichText(hostile)
const picture = { image_url: '/files/post/anh-0123456789abcdef.webp', image_alt: 'Quầy vé' }

test('every call that takes rich text stores it sanitized, and every call that returns it returns it sanitized', async () => {
  // A new call with rich text fails here until this test sends it one below.
  expect(namesOf(taking)).toEqual(
    namesOf([popup.add, popup.update, post.add, post.update, configFile.add, configFile.update]),
  )
  const texts: string[] = []
  const collect = <C extends Call>(call: C, answer: unknown) => texts.push(...richIn(call.output, answer))
  const made_popup = await admin.call(popup.add, { title: 'Bẫy', content: hostile, places: ['home'] })
  const made_post = await admin.call(post.add, { ...picture, title: 'Bẫy', content: hostile })
  const made_file = await admin.call(configFile.add, { type: 'terms', title: 'Bẫy', content: hostile })
  const { home_popup_id } = made_popup
  const { config_file_id } = made_file
  collect(popup.update, await admin.call(popup.update, { home_popup_id, version: 1, content: hostile }))
  collect(post.update, await admin.call(post.update, { id: made_post.id, version: 1, content: hostile }))
  collect(configFile.update, await admin.call(configFile.update, { config_file_id, content: hostile }))
  collect(popup.detail, await admin.call(popup.detail, { home_popup_id }))
  collect(popup.list, await admin.call(popup.list, {}))
  collect(post.list, await admin.call(post.list, {}))
  collect(configFile.detail, await admin.call(configFile.detail, { config_file_id }))
  await admin.call(configFile.publish, { config_file_id })
  collect(configFile.version, await admin.call(configFile.version, { config_file_id, number: 1 }))
  for (const call of [contentChannel.popups, contentChannel.terms])
    collect(call, ((await (await fetch(office.url + call.path)).json()) as { data: unknown }).data)
  expect(texts.length).toBeGreaterThanOrEqual(9)
  expect(new Set(texts)).toEqual(new Set([clean]))
  const read: Call[] = [popup.detail, popup.list, post.list, configFile.detail, configFile.version]
  const written: Call[] = [...taking, configFile.publish, configFile.withdraw, configFile.restore, configFile.discard]
  expect(namesOf(giving)).toEqual(namesOf([...read, ...written, contentChannel.popups, contentChannel.terms]))

  const logged = JSON.stringify(await office.db.selectFrom('audit_log').select('input').execute())
  expect(logged).not.toMatch(/onclick|onerror|<script|xau\.vn/)
})

test('stored tags whose end was joined with the character behind are closed again, and other words stay', async () => {
  const picture_tag = '<img src="/files/popup/x-0123456789abcdef.webp" alt="a ≯ b" />'
  const broken = `<p≯ onmouseover=alert(1) a</p><p style="text-align:center">b ≯ c &lt;p≯ d</p≯${picture_tag.replace(' />', ' /≯')} onload=x`
  const mended = `<p> onmouseover=alert(1) a</p><p style="text-align:center">b ≯ c &lt;p≯ d</p>${picture_tag} onload=x`
  expect(sanitizeRichText(mended)).toBe(mended)
  const made_popup = await admin.call(popup.add, { title: 'Cũ', content: 'x', places: ['home'] })
  const made_post = await admin.call(post.add, { ...picture, title: 'Cũ', content: 'x' })
  const { config_file_id } = await admin.call(configFile.add, { type: 'guide', title: 'Cũ', content: 'x' })
  await office.write(async (db) => {
    await sql`update home_popup set content = ${broken} where home_popup_id = ${made_popup.home_popup_id}`.execute(db)
    await sql`update post set content = ${broken} where id = ${made_post.id}`.execute(db)
    await sql`update config_file_version set content = ${broken} where config_file_id = ${config_file_id}`.execute(db)
  })
  await admin.call(configFile.publish, { config_file_id })
  const owner = createClient(office.database_url)
  await owner.connect()
  await owner.query(readMigrations(migrations_dir).find(({ name }) => name.endsWith('_closed_tags.sql'))!.sql)
  await owner.end()
  const { content } = await admin.call(popup.detail, { home_popup_id: made_popup.home_popup_id })
  const { items: posts } = await admin.call(post.list, {})
  const version = await admin.call(configFile.version, { config_file_id, number: 1 })
  expect([content, posts.find(({ id }) => id === made_post.id)?.content, version.content]).toEqual([
    mended,
    mended,
    mended,
  ])
})
