import { expect, test } from 'vitest'
import { planChunks, type Graph } from '../scripts/web-chunks.ts'

/** Modules with their sizes in bytes and what they import. */
function graphOf(modules: Record<string, [bytes: number, ...imports: string[]]>): Graph {
  return {
    getModuleInfo: (id) => {
      const [bytes = 0, ...importedIds] = modules[id] ?? []
      return { importers: [], importedIds, code: ' '.repeat(bytes) }
    },
  }
}
const screensOf = (...names: string[]) => ['login', ...names].map((name) => ({ modules: [name] }))
const never = () => false

test('small modules of nearly the same pages share a chunk, large ones do not', () => {
  const small = { a: [10, 'x', 'y'], b: [10, 'x', 'y'], c: [10, 'y'] } as const
  const plan = (bytes: number) =>
    planChunks(graphOf({ ...small, x: [bytes], y: [bytes] } as never), screensOf('a', 'b', 'c'), never)
  expect(plan(100).get('x')).toBe(plan(100).get('y'))
  expect(plan(100_000).get('x')).not.toBe(plan(100_000).get('y'))
})

test('modules that the sign-in page needs share no chunk with others', () => {
  const plan = planChunks(graphOf({ login: [10, 'x'], a: [10, 'x', 'y'], x: [10], y: [10] }), screensOf('a'), never)
  expect(plan.get('x')).not.toBe(plan.get('y'))
})

test('chunks never import each other in a circle', () => {
  // x needs m, m needs y: m is large, so that it stays alone.
  const modules = { a: [10, 'x'], b: [10, 'x'], c: [10, 'm'], d: [10, 'y'], x: [10, 'm'], m: [100_000, 'y'], y: [10] }
  const plan = planChunks(graphOf(modules as never), screensOf('a', 'b', 'c', 'd'), never)
  expect(plan.get('x')).not.toBe(plan.get('y'))
})

test('a screen that is loaded more often is spared more files', () => {
  const graph = graphOf({ a: [10, 'x'], b: [10, 'y'], after: [10, 'x', 'y'], x: [1_000], y: [1_000] })
  const plan = (weight: number) => planChunks(graph, [...screensOf('a', 'b'), { modules: ['after'], weight }], never)
  expect(plan(1).get('x')).not.toBe(plan(1).get('y'))
  expect(plan(100).get('x')).toBe(plan(100).get('y'))
})
