import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownSession } from '#features/access/sign-in/own-session.contract.ts'
import { openOffice, type Office } from '../../testing/office.ts'
import { resetAdmin } from './prepare.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

test('resetAdmin gives the first administrator a one-time password; the old one and their sessions end', async () => {
  expect(await resetAdmin(office.db)).toBeNull()
  const first = await office.hire('admin')
  const second = await office.hire('admin')

  const reset = (await resetAdmin(office.db))!
  expect(reset.user_name).toBe(first.user_name)
  await expect(first.call(ownSession.roles, {})).rejects.toMatchObject({ code: 1 })
  await expect(first.signIn()).rejects.toMatchObject({ code: 1001 })
  await first.signIn(reset.password)
  expect((await first.call(ownSession.roles, {})).user.must_change_password).toBe(true)
  expect((await second.call(ownSession.roles, {})).user.must_change_password).toBe(false)
})
