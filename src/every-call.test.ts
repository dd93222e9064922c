/** Rules that hold for every call; a new call is covered automatically. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { shapeOf } from '#contract/schema.ts'
import { rightKey, rightsIn } from '#contract/page.ts'
import { menu, open_pages, services } from './services.ts'
import { openOffice, type Office, type Person } from './testing/office.ts'

let office: Office
let powerless: Person
let admin: Person

beforeAll(async () => {
  office = await openOffice()
  powerless = await office.hire([])
  admin = await office.hire('admin')
})
afterAll(() => office.close())

const calls = services.map(({ call }) => call)
const closed = calls.filter(({ may }) => may !== 'public')
const everybodys = open_pages.flatMap(({ rights }) => rights.map(rightKey))
const guarded = closed.filter(
  ({ may }) => may !== 'user' && !rightsIn(may).some((right) => everybodys.includes(rightKey(right))),
)
const asking = calls.filter(({ input }) => Object.keys(shapeOf(input)).length > 0)
/** A value that is invalid for every field, whether text, number or list. */
const nonsense = (call: (typeof calls)[number]) =>
  Object.fromEntries(
    Object.keys(shapeOf(call.input)).map((name) => [name, call.method === 'GET' ? '\u0001\u0000' : { [name]: {} }]),
  )

describe('every call', () => {
  test('has a name of its own', () => {
    expect(new Set(calls.map(({ name }) => name)).size).toBe(calls.length)
  })

  test.each(closed.map((call) => [call.name, call] as const))('%s refuses a stranger with 1', async (_, call) => {
    const { status, body } = await office.stranger.raw(call, nonsense(call))
    expect([status, body.error.code, body.data]).toEqual([200, 1, null])
  })

  test.each(guarded.map((call) => [call.name, call] as const))(
    '%s refuses a person without the right with 169',
    async (_, call) => {
      const { body } = await powerless.raw(call, nonsense(call))
      expect([body.error.code, body.data]).toEqual([169, null])
    },
  )

  test.each(asking.map((call) => [call.name, call] as const))(
    '%s refuses invalid input with 3 and a Vietnamese message',
    async (_, call) => {
      const { status, body } = await admin.raw(call, nonsense(call))
      expect([status, body.error.code]).toEqual([200, 3])
      const sentences = Object.values((body.data as { fields: Record<string, string> }).fields)
      expect(sentences.length).toBeGreaterThan(0)
      for (const sentence of sentences) expect(sentence).toMatch(/[À-ỹ]/)
    },
  )

  test.each(calls.map((call) => [call.name, call] as const))(
    '%s refuses a missing channel and a malformed transid',
    async (_, call) => {
      const { body } = await admin.raw(call, {}, { transid: 'x' })
      expect(body).toMatchObject({ error: { code: 3 }, data: { fields: { transid: expect.any(String) } } })
      const url = `${office.url}${call.path}?transid=12345678`
      const unmarked = await fetch(url, { method: call.method, headers: { authorization: `Bearer ${admin.token}` } })
      expect(await unmarked.json()).toMatchObject({
        error: { code: 3 },
        data: { fields: { channel: expect.any(String) } },
      })
    },
  )

  test.each([
    'GET cms/base_store/list',
    'GET cms/group_users/list',
    'GET cms/link/list',
    'GET cms/partner/list_user_not_in_partner',
    'GET cms/period/get_period_add_result',
    'GET cms/pos/list_not_in_partner',
    'GET cms/report/pos/list',
    'GET cms/report/rev_ticket_by_group',
    'GET cms/report/rev_ticket_by_price',
    'GET cms/report/rev_ticket_by_type',
    'GET cms/report/user_pos/list',
  ])('%s, which clients read without pages, answers 300 rows where no page size is sent', (name) => {
    const { page_size } = shapeOf(calls.find((call) => call.name === name)!.input)
    expect(z.parse(page_size!, undefined)).toBe(300)
  })

  test('requires only rights that a page of the menu offers', () => {
    const offered = new Set(menu.flatMap(({ pages }) => pages.flatMap(({ rights }) => rights.map(rightKey))))
    const required = calls.flatMap(({ may }) => rightsIn(may).map(rightKey))
    expect(required.filter((right) => !offered.has(right))).toEqual([])
  })
})
