/** What people and programs send to settings by mistake or on purpose is refused at its field, and nothing of it is saved. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCode } from '../../../testing/error-code.ts'
import { openSettings, saveSetting, setting_names } from '../../../testing/settings.ts'

let opened: Awaited<ReturnType<typeof openSettings>>

beforeAll(async () => {
  opened = await openSettings()
})
afterAll(() => opened.office.close())

/** What people and programs send by mistake or on purpose. */
const hostile_values: readonly unknown[] = [
  -1,
  0.5,
  1e15,
  Number.MAX_SAFE_INTEGER,
  2 ** 31,
  '1',
  '',
  'đ'.repeat(10_000),
  'Nguồn tiền mặt'.normalize('NFD'),
  null,
  true,
  [],
  [null],
  {},
]
const english = /\b(invalid|expected|input|must|too|required|unrecognized|received)\b/i

describe.each(setting_names)('%s', (name) => {
  test('hostile values are refused in Vietnamese at their field, or saved whole', async () => {
    const { an, settings } = opened
    const setting = settings[name]
    const first = await setting.read()
    const key = setting.key?.() ?? {}
    const codes_without_field = new Set<number>()
    const fields_sent = Object.keys({ ...key, ...first.values, reason: null, from_day: null })
    for (const field of fields_sent)
      for (const value of hostile_values) {
        const before = await setting.read()
        const input = { ...key, ...setting.changed(before.values, 6), [field]: value, version: before.version }
        const label = `${field} = ${JSON.stringify(value)?.slice(0, 40)}`
        const { status, body } = await an.raw(setting.call, input)
        expect(status, label).toBe(200)
        if (body.error.code === 0) continue
        const fields = (body.data as { fields?: Record<string, string> } | null)?.fields ?? {}
        const fault_fields = Object.keys(fields)
        expect(
          [body.error.message, ...Object.values(fields)].filter((message) => english.test(message)),
          label,
        ).toEqual([])
        expect(
          fault_fields.filter((fault_field) => !Object.hasOwn(input, fault_field.split('.')[0]!)),
          label,
        ).toEqual([])
        // An order without its rows is no invalid one, but that of another moment.
        if (fault_fields.length === 0) codes_without_field.add(body.error.code)
        expect(await setting.read(), label).toEqual(before)
      }
    codes_without_field.delete(errorCode('changed_by_other'))
    expect([...codes_without_field]).toEqual([])
    const now = await setting.read()
    await saveSetting(an, setting, first.values, now.version)
  })

  test('fields that are not of the call are refused', async () => {
    const { an, binh, settings } = opened
    const setting = settings[name]
    const before = await setting.read()
    const extra = {
      updated_by: binh.user_id,
      confirmed_by: binh.user_id,
      confirmed_at: '2020-01-01T00:00:00Z',
      only_row: false,
    }
    const { body } = await an.raw(setting.call, {
      ...setting.key?.(),
      ...setting.changed(before.values, 7),
      version: before.version,
      ...extra,
    })
    expect(body.error.code).toBe(errorCode('request_invalid'))
    expect(await setting.read()).toEqual(before)
  })
})
