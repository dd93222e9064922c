/** Settings that another person takes back, also late, at the same moment as others, or without saying what they saw. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorCodeOf } from '../../../testing/error-code.ts'
import { inParallel, onceOf } from '../../../testing/parallel.ts'
import { openSettings, saveSetting, setting_names, type SeenSetting, type Setting } from '../../../testing/settings.ts'

let opened: Awaited<ReturnType<typeof openSettings>>

beforeAll(async () => {
  opened = await openSettings()
})
afterAll(() => opened.office.close())

const with_history = setting_names.filter((name) => name !== 'payment of prizes' && name !== 'withdrawals')

/** What the screen sends when a person presses 'Quay lại giá trị trước' beside the newest change. */
function undoNewest(setting: Setting, { history }: SeenSetting) {
  const before = history![0]!.before!
  return setting.undone ? setting.undone(before) : before
}

describe.each(with_history)('%s', (name) => {
  test('a change is taken back by another person, and taking it back as well', async () => {
    const { an, binh, settings } = opened
    const setting = settings[name]
    const first = await setting.read()
    await saveSetting(an, setting, setting.changed(first.values, 1), first.version)
    const second = await setting.read()
    expect(second.values).not.toEqual(first.values)
    expect(second.history![0]).toMatchObject({ created_by_name: an.user_name })

    await saveSetting(binh, setting, undoNewest(setting, second), second.version)
    const third = await setting.read()
    expect(third.values).toEqual(first.values)
    expect(third.history![0]).toMatchObject({ created_by_name: binh.user_name })

    await saveSetting(an, setting, undoNewest(setting, third), third.version)
    expect((await setting.read()).values).toEqual(second.values)
  })

  test('a change is not taken back any more once a third change came, and nothing is written', async () => {
    const { an, binh, settings } = opened
    const setting = settings[name]
    const first = await setting.read()
    await saveSetting(an, setting, setting.changed(first.values, 2), first.version)
    const second = await setting.read()
    await saveSetting(an, setting, setting.changed(second.values, 3), second.version)
    const third = await setting.read()
    await expect(saveSetting(binh, setting, undoNewest(setting, second), second.version)).rejects.toMatchObject({
      error: 'changed_by_other',
      code: 9001,
      message: 'Dữ liệu đã được người khác thay đổi sau khi bạn mở. Không có gì bị ghi đè.',
      data: { current: expect.any(Object) },
    })
    expect(await setting.read()).toEqual(third)
  })

  test('of twenty people who take a change back at once, one does, and the history has it once', async () => {
    const { an, binh, settings } = opened
    const setting = settings[name]
    const first = await setting.read()
    await saveSetting(an, setting, setting.changed(first.values, 4), first.version)
    const second = await setting.read()
    const undo = undoNewest(setting, second)
    const codes = await inParallel((n) => errorCodeOf(saveSetting(n % 2 ? an : binh, setting, undo, second.version)))
    expect(codes.toSorted((a, b) => a - b)).toEqual(onceOf('changed_by_other'))
    const third = await setting.read()
    expect(third.values).toEqual(first.values)
    expect(third.history!.length).toBe(second.history!.length + 1)
  })
})

test.each(setting_names.filter((name) => name !== 'shown product' && name !== 'gateway fee'))(
  '%s are not changed by a program that leaves the version out or sends none',
  async (name) => {
    const { an, settings } = opened
    const setting = settings[name]
    const before = await setting.read()
    for (const version of [undefined, null, 0, '1', 1.5])
      await expect(
        saveSetting(an, setting, setting.changed(before.values, 5), version as number | undefined),
        String(version),
      ).rejects.toMatchObject({ error: 'request_invalid', data: { fields: { version: expect.any(String) } } })
    expect(await setting.read()).toEqual(before)
  },
)
