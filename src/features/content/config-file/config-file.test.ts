/** Config files in versions: one draft, a scheduled publication, immutable published versions, and the restoration of an earlier one. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { momentAt } from '#server/record/moment.ts'
import { errorCodeOf } from '../../../testing/error-code.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { inParallel, parallel_calls } from '../../../testing/parallel.ts'
import { configFilePage } from '../pages.contract.ts'
import { configFile, versionStatus } from './config-file.contract.ts'

let office: Office
let an: Person
beforeAll(async () => {
  office = await openOffice()
  an = await office.hire(configFilePage.rights)
})
afterAll(() => office.close())

const fromNow = (hours: number) => momentAt(Date.now() + hours * 3_600_000)
let file_count = 0
const added = (content?: string) =>
  an.call(configFile.add, {
    type: 'terms',
    title: `Điều khoản ${++file_count}`,
    ...(content !== undefined && { content }),
  })
const states = (file: { versions: { number: number; status: number }[] }) =>
  Object.fromEntries(file.versions.map((version) => [version.number, version.status]))
const { draft, waiting, published, past } = versionStatus

test('a config file has one draft, and a published version can be neither changed nor deleted', async () => {
  const { config_file_id, ...empty } = await added()
  expect([empty.draft, empty.versions]).toEqual([null, []])
  await expect(an.call(configFile.update, { config_file_id, ask_consent: true })).rejects.toMatchObject({ code: 9112 })
  await an.call(configFile.update, { config_file_id, version: 1, content: '<p>Một</p>' })
  const second = await an.call(configFile.update, { config_file_id, content: '<p>Một hai</p>', ask_consent: true })
  expect(second.draft).toEqual({ number: 1, content: '<p>Một hai</p>', ask_consent: true })
  const out = await an.call(configFile.publish, { config_file_id, version: second.version })
  expect([out.draft, out.published_number, states(out)]).toEqual([null, 1, { 1: published }])
  const next = await an.call(configFile.update, { config_file_id, content: '<p>Ba</p>' })
  expect([next.draft_number, states(next)]).toEqual([2, { 2: draft, 1: published }])
  expect(await an.call(configFile.version, { config_file_id, number: 1 })).toMatchObject({
    content: '<p>Một hai</p>',
    words: 2,
  })
  await expect(an.call(configFile.delete, { config_file_id })).rejects.toMatchObject({ code: 9111 })
  await expect(
    sql`update config_file_version set content = 'x' where config_file_id = ${config_file_id} and number = 1`.execute(
      office.db,
    ),
  ).rejects.toThrow('has been published')
})

test('an update of an outdated version of a draft is refused and overwrites nothing', async () => {
  const { config_file_id, version } = await added('<p>Một</p>')
  await an.call(configFile.update, { config_file_id, version, content: '<p>Hai</p>' })
  const late = an.call(configFile.update, { config_file_id, version, content: '<p>Ba</p>' })
  await expect(late).rejects.toMatchObject({ code: 9001, data: { current: { version: version + 1 } } })
  expect((await an.call(configFile.detail, { config_file_id })).draft?.content).toBe('<p>Hai</p>')
})

test('twenty parallel updates of a config file begin one draft', async () => {
  const { config_file_id } = await added()
  const tries = Array.from({ length: 20 }, (_, index) =>
    an.call(configFile.update, { config_file_id, content: `<p>${index}</p>` }),
  )
  await Promise.all(tries)
  const { versions } = await an.call(configFile.detail, { config_file_id })
  expect(versions.map((version) => version.number)).toEqual([1])
})

test('twenty parallel updates to one text change the file once', async () => {
  const { config_file_id, version } = await added('<p>Một</p>')
  const update = { config_file_id, content: '<p>Hai</p>', title: `Điều khoản chung ${file_count}` }
  await inParallel(() => an.call(configFile.update, update))
  const file = await an.call(configFile.detail, { config_file_id })
  expect([file.version, file.draft?.content]).toEqual([version + 1, '<p>Hai</p>'])
  await expect(an.call(configFile.update, { ...update, version })).rejects.toMatchObject({ code: 9001 })
})

test('twenty parallel restorations of one version make one new version', async () => {
  const { config_file_id } = await added('<p>Một</p>')
  await an.call(configFile.publish, { config_file_id })
  await an.call(configFile.update, { config_file_id, content: '<p>Hai</p>' })
  await an.call(configFile.publish, { config_file_id })
  const codes = await inParallel(() => errorCodeOf(an.call(configFile.restore, { config_file_id, number: 1 })))
  expect(codes.filter((code) => code === 0)).toHaveLength(1)
  expect(codes.filter((code) => code === 9116)).toHaveLength(parallel_calls - 1)
  const { versions } = await an.call(configFile.detail, { config_file_id })
  expect(versions.map((version) => version.number)).toEqual([3, 2, 1])
})

test('a scheduled version can be withdrawn until it is published, and none can be scheduled in the past', async () => {
  const { config_file_id } = await added('<p>Một</p>')
  await expect(an.call(configFile.publish, { config_file_id, publish_at: fromNow(-1) })).rejects.toMatchObject({
    code: 9114,
    data: { fields: { publish_at: expect.any(String) } },
  })
  const publish_at = fromNow(48)
  const planned = await an.call(configFile.publish, { config_file_id, publish_at })
  expect([planned.published_number, planned.next_number, states(planned)]).toEqual([null, 1, { 1: waiting }])
  await an.call(configFile.update, { config_file_id, content: '<p>Hai</p>' })
  await expect(an.call(configFile.publish, { config_file_id, publish_at })).rejects.toMatchObject({ code: 9115 })
  await expect(an.call(configFile.withdraw, { config_file_id, number: 1 })).rejects.toMatchObject({ code: 9113 })
  const only_first = await an.call(configFile.discard, { config_file_id })
  expect(states(only_first)).toEqual({ 1: waiting })
  const withdrawn = await an.call(configFile.withdraw, { config_file_id, number: 1 })
  expect([withdrawn.draft?.content, states(withdrawn)]).toEqual(['<p>Một</p>', { 1: draft }])
  await an.call(configFile.delete, { config_file_id })
})

test('a replaced version is restored as a new one; the published one can be neither restored nor withdrawn', async () => {
  const { config_file_id } = await added('<p>Một</p>')
  await an.call(configFile.publish, { config_file_id })
  await an.call(configFile.update, { config_file_id, content: '<p>Hai</p>' })
  await expect(an.call(configFile.restore, { config_file_id, number: 1 })).rejects.toMatchObject({ code: 9116 })
  await expect(an.call(configFile.withdraw, { config_file_id, number: 1 })).rejects.toMatchObject({ code: 9111 })
  const replaced = await an.call(configFile.publish, { config_file_id })
  expect(states(replaced)).toEqual({ 2: published, 1: past })
  const [newer, older] = replaced.versions
  expect(older!.end_at).toBe(newer!.publish_at)
  const restored = await an.call(configFile.restore, { config_file_id, number: 1 })
  expect([states(restored), restored.versions[0]!.restored_from]).toEqual([{ 3: published, 2: past, 1: past }, 1])
  expect((await an.call(configFile.version, { config_file_id, number: 3 })).content).toBe('<p>Một</p>')
  await expect(an.call(configFile.restore, { config_file_id, number: 9 })).rejects.toMatchObject({ code: 9005 })
})

test('publishing, withdrawing and restoring a version need a right of their own', async () => {
  const writer = await office.hire([configFilePage.view, configFilePage.update])
  const { config_file_id } = await added('<p>Một</p>')
  await writer.call(configFile.update, { config_file_id, content: '<p onclick=x>Hai</p><script>x</script>' })
  expect((await writer.call(configFile.detail, { config_file_id })).draft?.content).toBe('<p>Hai</p>')
  for (const tried of [
    () => writer.call(configFile.publish, { config_file_id }),
    () => writer.call(configFile.withdraw, { config_file_id, number: 1 }),
    () => writer.call(configFile.restore, { config_file_id, number: 1 }),
  ])
    await expect(tried()).rejects.toMatchObject({ code: 169 })
})

test('the list shows the published version, the scheduled version and the draft of each config file', async () => {
  const { config_file_id, title } = await added('<p>Một</p>')
  await an.call(configFile.publish, { config_file_id })
  await an.call(configFile.update, { config_file_id, content: '<p>Hai</p>' })
  await an.call(configFile.publish, { config_file_id, publish_at: fromNow(5) })
  await an.call(configFile.update, { config_file_id, content: '<p>Ba</p>' })
  const { items } = await an.call(configFile.list, { keyword: title, type: 'terms' })
  expect(items.find((item) => item.config_file_id === config_file_id)).toMatchObject({
    published_number: 1,
    next_number: 2,
    draft_number: 3,
  })
})
