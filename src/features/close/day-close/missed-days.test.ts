/** Days that nobody prepared, or prepared too early: the job catches up, and none later is signed before them. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dayClosePage } from '#features/close/pages.contract.ts'
import { openOffice } from '../../../testing/office.ts'
import { dayFromNow } from '../../../testing/tickets.ts'
import { dayClose } from './day-close.contract.ts'
import { prepareDays } from './day-close.jobs.ts'

const all = [...dayClosePage.rights]

test('a day that was left out is prepared by the job, and no later one can be signed before it is closed', async () => {
  const office = await openOffice()
  const [ketoan, vanhanh] = [await office.hire(all), await office.hire(all)]
  const dates = [-4, -3, -2, -1].map((days) => dayFromNow(office.db, days))
  const [first, left_out, later, yesterday] = (await Promise.all(dates)) as [string, string, string, string]
  const prepare = (day: string) => ketoan.call(dayClose.prepare, { day })
  const close = async (day: string) => {
    for (const person of [ketoan, vanhanh]) {
      const { digest } = await person.call(dayClose.detail, { day })
      await person.call(dayClose.sign, { day, digest })
    }
  }
  // The first day needs none before it.
  await prepare(first)
  await close(first)
  const date = left_out.split('-').reverse().join('/')
  expect((await prepare(later)).sign_why_not).toContain(`Ngày ${date} chưa chốt`)
  await expect(close(later)).rejects.toMatchObject({ code: 122 })
  await office.write((db) => sql`update day_close_config set prepare_at = '00:00'`.execute(db))
  expect(await prepareDays(office.db)).toEqual([left_out, yesterday])
  await close(left_out)
  await close(later)
  const before_first = await dayFromNow(office.db, -5)
  await expect(prepare(before_first)).rejects.toMatchObject({
    code: 122,
    data: { fields: { day: expect.any(String) } },
  })
  await office.close()
})

test('a day that somebody prepared before it was over is prepared by the job once more', async () => {
  const office = await openOffice()
  const ketoan = await office.hire(all)
  const yesterday = await dayFromNow(office.db, -1)
  await ketoan.call(dayClose.prepare, { day: yesterday })
  await office.write(async (db) => {
    await sql`update day_close set prepared_at = ${`${yesterday} 22:00`}::timestamptz`.execute(db)
    await sql`update day_close_config set prepare_at = '00:00'`.execute(db)
  })
  expect(await prepareDays(office.db)).toEqual([yesterday])
  expect(await prepareDays(office.db)).toEqual([])
  await office.close()
})
