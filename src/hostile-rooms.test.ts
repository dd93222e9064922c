/** Several people at once, versions that are old, records that are gone and repeated transids: tried on the records of every room. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorName } from '#contract/errors.ts'
import { errorCode } from './testing/error-code.ts'
import { openOffice, type Office, type Person, type RawAnswer } from './testing/office.ts'
import type { RecordOwners, Values } from './testing/room-record.ts'
import { openOwners, room_records } from './testing/room-records.ts'

let office: Office
let an: Person
let owners: RecordOwners
beforeAll(async () => {
  office = await openOffice()
  an = await office.hire('admin')
  owners = await openOwners(office, an)
})
afterAll(() => office.close())

const codeOf = ({ status, body }: RawAnswer) => (status === 200 ? body.error.code : -status)
const codesOf = (answers: readonly RawAnswer[]) => answers.map(codeOf).toSorted((a, b) => a - b)
const rowOf = ({ body }: RawAnswer) => body.data as Values & { version: number }
/** More than the server has connections: whoever comes later only waits. */
const parallel_calls = 8
const inParallel = (call: (n: number) => Promise<RawAnswer>) =>
  Promise.all(Array.from({ length: parallel_calls }, (_, n) => call(n)))
const onceOf = (error: ErrorName) => [0, ...Array<number>(parallel_calls - 1).fill(errorCode(error))]
const stale = errorCode('changed_by_other')
let changes = 0

describe.each(Object.entries(room_records))('%s', (_, record) => {
  const { key, draft, add, change, update, remove, duplicate, missing, must_have_version } = record
  const changed = (row: Values, version: unknown) => ({ [key]: row[key], version, ...change(++changes) })

  test('of several equal ones at once one is added, and the others are refused at their field', async () => {
    const answers = await inParallel(() => an.raw(add, draft(1, owners)))
    expect(codesOf(answers)).toEqual(duplicate ? onceOf(duplicate) : Array<number>(parallel_calls).fill(0))
    const refused = answers.filter(({ body }) => body.error.code !== 0)
    const fields = refused.map(({ body }) => Object.keys((body.data as { fields?: object } | null)?.fields ?? {}))
    expect(fields.filter(({ length }) => length !== 1)).toEqual([])
  })

  test('of several changes of one version one is made, and a version of the future or the past changes nothing', async () => {
    const row = rowOf(await an.raw(add, draft(2, owners)))
    const answers = await inParallel(() => an.raw(update, changed(row, row.version)))
    expect(codesOf(answers)).toEqual(onceOf('changed_by_other'))
    const now = rowOf(answers.find(({ body }) => body.error.code === 0)!)
    for (const version of [row.version, now.version + 1, 2 ** 31 - 1]) {
      const { body } = await an.raw(update, changed(row, version))
      expect(body.error.code).toBe(stale)
      expect((body.data as { current: unknown }).current).toMatchObject(now)
    }
  })

  test('of several deletions one is made while others change it, and what is gone stays gone', async () => {
    if (!remove) return
    const row = rowOf(await an.raw(add, draft(4, owners)))
    const answers = await inParallel((n) =>
      n % 2 === 0
        ? an.raw(remove, { [key]: row[key] })
        : an.raw(update, changed(row, must_have_version && row.version)),
    )
    const deleted = answers.filter((answer, n) => n % 2 === 0 && codeOf(answer) === 0)
    expect(deleted).toHaveLength(1)
    const possible = [0, errorCode(missing), ...(must_have_version ? [stale] : [])]
    expect(codesOf(answers).filter((code) => !possible.includes(code))).toEqual([])
    for (const [call, input] of [
      [remove, { [key]: row[key] }],
      [update, changed(row, row.version)],
      [update, changed(row, must_have_version && row.version)],
    ] as const)
      expect(codeOf(await an.raw(call, input))).toBe(errorCode(missing))
  })
})

test.each(['account', 'banner', 'fee rule'])(
  'a repeated transid of a new %s answers the same once more, and with another content it is refused',
  async (name) => {
    const { add, draft } = room_records[name]!
    const transid = randomUUID()
    const first = await an.raw(add, draft(5, owners), { transid })
    expect(codeOf(first)).toBe(0)
    const repeated = await inParallel((n) => an.raw(add, draft(n % 2 === 0 ? 5 : 6, owners), { transid }))
    for (const [n, { body }] of repeated.entries())
      expect(n % 2 === 0 ? body.data : body.error.code).toEqual(
        n % 2 === 0 ? first.body.data : errorCode('request_exists'),
      )
    expect(codeOf(await an.raw(add, draft(6, owners)))).toBe(0)
  },
)
