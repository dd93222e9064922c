/** Which right allows which call: every guarded call × every right. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { rightKey, rightsIn } from '#contract/page.ts'
import { shapeOf } from '#contract/schema.ts'
import { menu, open_pages, services } from './services.ts'
import { openOffice, type Office, type Person } from './testing/office.ts'

const guarded = services.map(({ call }) => call).filter(({ may }) => may !== 'public' && may !== 'user')
const every_right = menu.flatMap(({ pages }) => pages.flatMap(({ rights }) => rights))
/** Rights that everybody has. */
const everybodys = new Set(open_pages.flatMap(({ rights }) => rights.map(rightKey)))

let office: Office
/** One session for all cells; changed rights take effect with the next call. */
let holder: Person
beforeAll(async () => {
  office = await openOffice()
  holder = await office.hire([])
})
afterAll(async () => {
  console.log(`matrix: ${guarded.length * (rights.length + 2)} cells of calls and rights decided`)
  await office.close()
})

const rights = [...new Map(every_right.map((right) => [rightKey(right), right])).values()]
const keysOf = (call: Call) => [...new Set(rightsIn(call.may).map(rightKey))]

/** Whether the person passes the permission check: the input is invalid, so an allowed call is refused for its input. */
async function isLetIn(person: Person, call: Call): Promise<boolean> {
  const nonsense = Object.fromEntries(Object.keys(shapeOf(call.input)).map((name) => [name, '\u0001']))
  const { body } = await person.raw(call, nonsense)
  return body.error.code !== 169
}
async function refusedOf(person: Person, checked_calls: readonly Call[]): Promise<string[]> {
  const refused: string[] = []
  for (const call of checked_calls) if (!(await isLetIn(person, call))) refused.push(call.name)
  return refused
}
const namesOf = (named_calls: readonly Call[]) => named_calls.map(({ name }) => name)

// Rights only ever allow more: a person refused with all rights but the call's own would be refused with any subset. Testing these people and
// people with a single right therefore covers every cell of calls × rights.
test('an administrator may make every call', async () => {
  expect(await refusedOf(await office.hire('admin'), guarded)).toEqual([])
})

test('all rights together allow every call but those for administrators', async () => {
  await office.grant(holder, rights)
  expect(await refusedOf(holder, guarded)).toEqual(namesOf(guarded.filter(({ may }) => may === 'admin')))
})

const without = Map.groupBy(
  guarded.filter((call) => call.may !== 'admin' && !keysOf(call).some((key) => everybodys.has(key))),
  (call) => keysOf(call).join(' '),
)
test.each([...without])('with every right but %s its calls are refused', async (keys, guarded_calls) => {
  const other_rights = rights.filter((right) => !keys.split(' ').includes(rightKey(right)))
  await office.grant(holder, other_rights)
  expect(await refusedOf(holder, guarded_calls)).toEqual(namesOf(guarded_calls))
})

test.each(rights.map((right) => [rightKey(right), right] as const))(
  'with no right but %s its calls are allowed',
  async (key, right) => {
    const guarded_calls = guarded.filter((call) => call.may !== 'admin' && keysOf(call).includes(key))
    await office.grant(holder, [right])
    expect(await refusedOf(holder, guarded_calls)).toEqual([])
  },
)

test('a person without rights may make the calls of pages that everybody has', async () => {
  const open = guarded.filter((call) => keysOf(call).some((key) => everybodys.has(key)))
  await office.grant(holder, [])
  expect(await refusedOf(holder, open)).toEqual([])
})
