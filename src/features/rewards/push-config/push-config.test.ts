/** Who may change how prizes are paid, and that parallel changes do not overwrite each other. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rewardPushTab } from '#features/settings/pages.contract.ts'
import { errorCodeOf } from '../../../testing/error-code.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { openPos } from '../../../testing/orders.ts'
import { inParallel, onceOf } from '../../../testing/parallel.ts'
import { pushConfig } from './push-config.contract.ts'

let office: Office
let an: Person

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...rewardPushTab.rights])
})
afterAll(() => office.close())

async function currentSettings(person = an) {
  const { updated_by_name: _, updated_at: __, ...settings } = await person.call(pushConfig.list, {})
  return settings
}

test('of twenty parallel changes one succeeds, and the others are refused as changed meanwhile', async () => {
  const settings = await currentSettings()
  const codes = await inParallel((n) =>
    errorCodeOf(an.call(pushConfig.update, { ...settings, stop_after: settings.stop_after + n + 1 })),
  )
  expect(codes.toSorted((a, b) => a - b)).toEqual(onceOf('changed_by_other'))
  expect((await currentSettings()).version).toBe(settings.version + 1)
})

test.each([
  ['stop_after', 0],
  ['stop_after', 1_001],
  ['expire_warn_days', 0],
  ['expire_warn_days', 61],
] as const)('%s of %d is refused at its field', async (name, value) => {
  const settings = await currentSettings()
  await expect(an.call(pushConfig.update, { ...settings, [name]: value })).rejects.toMatchObject({
    error: 'request_invalid',
    data: { fields: { [name]: expect.any(String) } },
  })
  expect(await currentSettings()).toEqual(settings)
})

test('an operator of a partner can read the settings but not change them', async () => {
  const { partner_id } = await openPos(office)
  const operator = await office.hire([...rewardPushTab.rights], { partner_id })
  const settings = await currentSettings(operator)
  await expect(operator.call(pushConfig.update, settings)).rejects.toMatchObject({ error: 'no_right' })
})
