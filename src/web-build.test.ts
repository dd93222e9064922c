import { expect, test } from 'vitest'
import { planChunks, type Graph } from '../scripts/web-chunks.ts'
import { codeOf, takeApart, withParts } from '../scripts/web-contracts.ts'

const file = '/src/order.contract.ts'
const order = `
import * as z from 'zod/mini'
import { calls, pageOf, read, write } from '#contract/call.ts'
import { id, text } from '#contract/fields.ts'
const fields = { name: text('Tên', 20) }
export type Order = z.output<typeof Order>
export const Order = z.object({ ...fields, order_id: id() })
export const [first, ...others] = [1, 2]
export const orders = calls('cms/order', {
  list: read('GET list', { title: 'Đơn', may: 'user', input: z.object({ order_id: id() }), output: pageOf(Order), errors: ['not_found'] }),
  cancel: write('POST cancel', { title: 'Hủy đơn', may: 'user', input: z.object({ order_id: id() }) }),
})
`

const contract = (await takeApart(file, order))!
const partsIn = (code: string) => withParts(code, () => Promise.resolve({ contract, file }))
const imports = (code: string) => [...code.matchAll(/from ['"]([^'"]+)['"]/g)].map(([, from]) => from)

test('each declaration of a contract is a module with the imports that it needs', () => {
  expect(imports(codeOf(contract, file, 'fields'))).toEqual(['#contract/fields.ts'])
  expect(imports(codeOf(contract, file, 'Order'))).toEqual(['zod/mini', '#contract/fields.ts', file])
  expect(codeOf(contract, file, 'first')).toContain('export { first, others }')
})

test('a name that a function gives to its own is not that of another declaration', async () => {
  const shadowed = (await takeApart(
    file,
    `${order}
export const labels = tables.map(({ orders, name = first }) => orders + fields)
export function label(others) { const Order = others; return Order }`,
  ))!
  expect(codeOf(shadowed, file, 'labels')).toContain(`import { fields, first } from "${file}"`)
  expect(imports(codeOf(shadowed, file, 'label'))).toEqual([])
})

test('a call is a module of its own, without what only the server reads', () => {
  const list = codeOf(contract, file, 'orders.list.all')
  expect(list).toContain('pageOf(Order)')
  expect(list).not.toMatch(/title|errors|cancel/)
  const sent = codeOf(contract, file, 'orders.list.sending')
  expect(sent).toContain('input:')
  expect(sent).not.toMatch(/output|pageOf|Order\b/)
  expect(new Set(imports(codeOf(contract, file, 'orders.list.right')))).toEqual(new Set(['#contract/call.ts']))
})

test('who imports a contract imports the parts that it uses', async () => {
  const code = await partsIn(`import { orders, Order as Row } from './order.contract.ts'
    useRead(orders.list, {})
    can(orders.cancel) && useAct(orders.cancel)
    use(Row)`)
  expect(imports(code!)).toEqual([
    `${file}?part=orders.list.sending`,
    `${file}?part=orders.cancel.sending`,
    `${file}?part=Order`,
  ])
  expect(code).toContain('useRead(orders$list, {})')
})

test('a list keeps the labels of its columns', async () => {
  const code = await partsIn(`import { orders } from './order.contract.ts'
    can(orders.list)
    useList(orders.list)`)
  expect(imports(code!)).toEqual([`${file}?part=orders.list.all`])
})

test('calls that are passed on together, or whose name means something else too, stay together', async () => {
  for (const use of ['show({ orders })', 'Object.values(orders)', 'rows.map((orders) => orders.list)', 'orders[name]'])
    expect(imports((await partsIn(`import { orders } from './order.contract.ts'\n${use}`))!)).toEqual([
      `${file}?part=orders`,
    ])
  expect(codeOf(contract, file, 'orders')).toContain('list: $list, cancel: $cancel')
})

test('a contract that does more than declare is left as it is', async () => {
  expect(await takeApart(file, `${order}\nregister(orders)`)).toBeNull()
})

/** Modules with what they import; each has as many bytes as told. */
function graphOf(modules: Record<string, [bytes: number, ...imports: string[]]>): Graph {
  return {
    getModuleInfo: (id) => {
      const [bytes = 0, ...importedIds] = modules[id] ?? []
      return { importers: [], importedIds, code: ' '.repeat(bytes) }
    },
  }
}
const screensOf = (...names: string[]) => ['login', ...names].map((name) => ({ modules: [name] }))
const none = () => false

test('small modules of nearly the same pages come in one file, large ones do not', () => {
  const small = { a: [10, 'x', 'y'], b: [10, 'x', 'y'], c: [10, 'y'] } as const
  const plan = (bytes: number) =>
    planChunks(graphOf({ ...small, x: [bytes], y: [bytes] } as never), screensOf('a', 'b', 'c'), none)
  expect(plan(100).get('x')).toBe(plan(100).get('y'))
  expect(plan(100_000).get('x')).not.toBe(plan(100_000).get('y'))
})

test('what the sign-in page needs comes with nothing else', () => {
  const plan = planChunks(graphOf({ login: [10, 'x'], a: [10, 'x', 'y'], x: [10], y: [10] }), screensOf('a'), none)
  expect(plan.get('x')).not.toBe(plan.get('y'))
})

test('files never import each other in a circle', () => {
  // x needs m, m needs y: m is large, so that it stays alone.
  const modules = { a: [10, 'x'], b: [10, 'x'], c: [10, 'm'], d: [10, 'y'], x: [10, 'm'], m: [100_000, 'y'], y: [10] }
  const plan = planChunks(graphOf(modules as never), screensOf('a', 'b', 'c', 'd'), none)
  expect(plan.get('x')).not.toBe(plan.get('y'))
})
