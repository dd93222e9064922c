/** Who may change and confirm the settings of the result feed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorCodeOf } from '../../../testing/error-code.ts'
import { inParallel, onceOf } from '../../../testing/parallel.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { ownSession } from '#features/access/sign-in/own-session.contract.ts'
import { kenoResultTab, systemConfigPage, system_config_tabs } from '#features/settings/pages.contract.ts'
import { lottery } from '#features/settings/lottery/lottery.contract.ts'
import { kenoResult } from './keno-result.contract.ts'

let office: Office
let an: Person
let binh: Person

const [, ownView] = kenoResultTab.view
const [, ownUpdate] = kenoResultTab.update
const [, ownApprove] = kenoResultTab.approve

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([ownView!, ownUpdate!, ownApprove!])
  binh = await office.hire([ownView!, ownUpdate!, ownApprove!])
})
afterAll(() => office.close())

const usual = {
  status: 1,
  first_url: 'https://ket-qua.example.vn',
  first_key: 'khoa-mot-rat-dai',
  second_url: 'https://doi-chieu.example.vn/v1',
  second_key: 'khoa-hai-rat-dai',
  confirm_by: 2,
  wait_seconds: 120,
  when_late: 1,
  when_contradicting: 1,
} as const
const version = async () => (await an.call(kenoResult.get, {})).version

test('changed settings are confirmed by a person other than their editor, and each change needs a new confirmation', async () => {
  const saved = await an.call(kenoResult.update, { ...usual, version: await version() })
  expect(saved).toMatchObject({ first_has_key: true, second_has_key: true, confirmed_at: null })
  expect(JSON.stringify(saved)).not.toContain('rat-dai')
  await expect(an.call(kenoResult.confirm, { version: saved.version })).rejects.toMatchObject({ error: 'no_right' })

  const confirmed = await binh.call(kenoResult.confirm, { version: saved.version })
  expect(confirmed).toMatchObject({ confirmed_by_name: binh.user_name })
  await expect(binh.call(kenoResult.confirm, { version: confirmed.version })).rejects.toMatchObject({
    error: 'action_invalid',
  })

  const { first_url: _, first_key: __, ...rest } = usual
  const changed = await binh.call(kenoResult.update, { ...rest, wait_seconds: 240, version: confirmed.version })
  expect(changed).toMatchObject({ first_url: usual.first_url, first_has_key: true, confirmed_at: null })
})

test('the history has the old values of each change, and of keys only that they changed', async () => {
  const before = await an.call(kenoResult.update, { ...usual, version: await version() })
  const change = { ...usual, wait_seconds: 300, second_key: 'khoa-ba-rat-dai', version: before.version }
  const { history } = await an.call(kenoResult.update, change)
  expect(history[0]).toMatchObject({
    before: { wait_seconds: 120, first_url: usual.first_url, second_key: 'Khóa cũ' },
    after: { wait_seconds: 300, second_key: 'Khóa mới' },
    created_by_name: an.user_name,
  })
  expect(history[0]!.before).not.toHaveProperty('first_key')
  expect(JSON.stringify(history)).not.toContain('rat-dai')
})

test('of twenty parallel confirmations one succeeds, and the others are refused as changed meanwhile', async () => {
  const saved = await an.call(kenoResult.update, { ...usual, wait_seconds: 90, version: await version() })
  const codes = await inParallel(() => errorCodeOf(binh.call(kenoResult.confirm, { version: saved.version })))
  expect(codes.toSorted()).toEqual(onceOf('changed_by_other'))
})

test('missing or invalid settings are refused at their fields, and nothing is saved', async () => {
  const now = await version()
  const faultsOf = (change: object) =>
    an.call(kenoResult.update, { ...usual, ...change, version: now }).catch((failure) => failure.data?.fields)
  expect(await faultsOf({ first_url: null })).toMatchObject({ first_url: expect.any(String) })
  expect(await faultsOf({ second_url: null })).toMatchObject({ second_url: expect.any(String) })
  expect(await faultsOf({ second_url: usual.first_url })).toMatchObject({ second_url: 'Phải khác nguồn chính' })
  expect(await faultsOf({ first_url: 'http://ket-qua.example.vn' })).toMatchObject({ first_url: expect.any(String) })
  expect(await faultsOf({ wait_seconds: 5 })).toMatchObject({ wait_seconds: 'Phải từ 30 giây' })
  expect(await version()).toBe(now)
})

test('of twenty parallel changes one succeeds, and the others are refused as changed meanwhile', async () => {
  const now = await version()
  const answers = await inParallel((n) =>
    (n % 2 ? an : binh).raw(kenoResult.update, { ...usual, wait_seconds: 100 + n, version: now }),
  )
  const codes = answers.map(({ body }) => body.error.code)
  expect(codes.filter((code) => code === 0)).toHaveLength(1)
  expect(codes.filter((code) => code === 9001)).toHaveLength(19)
  const stored = await an.call(kenoResult.get, {})
  expect([stored.wait_seconds, stored.version]).toEqual([100 + codes.indexOf(0), now + 1])
})

test('a change with an outdated version is refused with the current settings', async () => {
  const now = await version()
  await an.call(kenoResult.update, { ...usual, version: now })
  await expect(binh.call(kenoResult.update, { ...usual, version: now })).rejects.toMatchObject({
    error: 'changed_by_other',
    data: { current: { version: now + 1 } },
  })
})

/** The person's pages except the home page, with their roles. */
const pagesOf = async (person: Person) =>
  (await person.call(ownSession.roles, {})).lsPageInfos
    .filter(({ page_url }) => page_url.length > 1)
    .map(({ page_url, role_list }) => `${page_url} ${role_list}`)

test('a tab has its own rights; a right on the page applies to all of its tabs', async () => {
  const of_tab = await office.hire([ownView!])
  expect(await pagesOf(of_tab)).toEqual([`${systemConfigPage.url} `, `${kenoResultTab.url} 1`])
  await expect(of_tab.call(lottery.list, {})).rejects.toMatchObject({ error: 'no_right' })
  await expect(of_tab.call(kenoResult.update, { ...usual, version: 1 })).rejects.toMatchObject({ error: 'no_right' })

  const of_page = await office.hire([systemConfigPage.view])
  expect(await pagesOf(of_page)).toEqual([systemConfigPage, ...system_config_tabs].map(({ url }) => `${url} 1`))
  expect((await of_page.call(kenoResult.get, {})).wait_seconds).toBeGreaterThan(0)
})

test('every active station and game is listed with its next draw', async () => {
  const clerk = await office.hire([systemConfigPage.view])
  const { items } = await clerk.call(lottery.list, {})
  expect(items.filter(({ line }) => line === 'xskt')).toHaveLength(41)
  expect(items.find(({ code }) => code === 'KENO')).toMatchObject({ first_draw: '06:08', every_minutes: 8 })
  expect(items.filter(({ next_draw_at, status }) => status === 1 && next_draw_at === null)).toEqual([])
})
