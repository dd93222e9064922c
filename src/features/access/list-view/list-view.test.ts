import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { listPreference } from '#contract/web-calls/list-preference.ts'
import { listView } from '#contract/web-calls/list-view.ts'

let office: Office
let an: Person
let binh: Person

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([])
  binh = await office.hire([])
})
afterAll(() => office.close())

const list_name = 'cms/account/get_list'

test('each person has separate preferences for each list', async () => {
  const state = {
    columns: ['user_name', 'status'],
    widths: { user_name: 220 },
    pinned: ['user_name'],
    density: 'compact' as const,
  }
  expect(await an.call(listPreference.get, { list_name })).toBeNull()
  await an.call(listPreference.update, { list_name, state: { ...state, density: 'comfortable' } })
  await an.call(listPreference.update, { list_name, state })
  expect(await an.call(listPreference.get, { list_name })).toEqual(state)
  expect(await an.call(listPreference.get, { list_name: 'cms/group/get_list' })).toBeNull()
  expect(await binh.call(listPreference.get, { list_name })).toBeNull()
})

test('a list view is private until it is shared; a shared one can be changed and deleted only by its owner', async () => {
  const draft = { view_name: 'Chờ duyệt', shared: false, query: 'status=2' }
  const { list_view_id, version } = await an.call(listView.add, { list_name, ...draft })
  expect((await binh.call(listView.list, { list_name })).items).toEqual([])
  const shared = await an.call(listView.update, { list_view_id, version, ...draft, shared: true })
  expect((await binh.call(listView.list, { list_name })).items).toEqual([{ ...shared, is_mine: false }])
  await expect(binh.call(listView.update, { list_view_id, version: shared.version, ...draft })).rejects.toMatchObject({
    code: 9005,
  })
  await expect(binh.call(listView.delete, { list_view_id })).rejects.toMatchObject({ code: 9005 })
  await an.call(listView.delete, { list_view_id })
  expect((await an.call(listView.list, { list_name })).items).toEqual([])
})

test('one person cannot have two views with the same name on a list, whatever the case; another person can', async () => {
  await an.call(listView.add, { list_name, view_name: 'Đã khóa', shared: false, query: 'status=0' })
  const duplicate = { list_name, view_name: 'ĐÃ KHÓA', shared: false, query: '' }
  await expect(an.call(listView.add, duplicate)).rejects.toMatchObject({
    code: 9007,
    data: { fields: { view_name: expect.any(String) } },
  })
  await binh.call(listView.add, duplicate)
})
