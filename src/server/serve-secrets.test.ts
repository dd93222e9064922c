/** A secret in a row of a list, such as the number of a card, is not kept. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls, write } from '#contract/call.ts'
import { list, secretText, text } from '#contract/fields.ts'
import signInService from '#features/access/sign-in/sign-in.server.ts'
import { openOffice, type Office, type Person } from '../testing/office.ts'
import { serve } from './serve.ts'

const desk = calls('test/desk', {
  hand: write('POST hand', {
    title: 'Nhập thẻ',
    may: 'user',
    input: z.object({ cards: list('Thẻ', z.object({ serial: text('Serial', 20), number: secretText('Mã thẻ', 20) })) }),
  }),
})

let office: Office
let an: Person
beforeAll(async () => {
  office = await openOffice([...signInService, ...serve(desk, { hand: async () => null })])
  an = await office.hire([])
})
afterAll(() => office.close())

test('a secret in a row of a list is not logged; the same transid with another one is refused with 115', async () => {
  const once = { transid: 'nhap-the-1' }
  await an.call(desk.hand, { cards: [{ serial: 'S1', number: '9876543210123' }] }, once)
  const { rows } = await sql<{ input: unknown }>`select input from audit_log where transid = ${once.transid}`.execute(
    office.db,
  )
  expect(rows).toEqual([{ input: { cards: [{ serial: 'S1' }] } }])
  const { rows: stored } = await sql<{ plain: boolean }>`
    select digest = sha256(convert_to(${JSON.stringify({ cards: [{ serial: 'S1', number: '9876543210123' }] })}, 'UTF8')) as plain
    from command where transid = ${once.transid}`.execute(office.db)
  expect(stored).toEqual([{ plain: false }])
  const other = { cards: [{ serial: 'S1', number: '9876543210124' }] }
  await expect(an.call(desk.hand, other, once)).rejects.toMatchObject({ code: 115 })
})
