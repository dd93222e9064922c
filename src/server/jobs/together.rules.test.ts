import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { batched } from './together.ts'

/** The items of each batch; a batch with one of `fails` in it is refused. */
function recorded({ batch_size = 10, fails = [] as number[] } = {}) {
  const batches: number[][] = []
  const work = batched<number, string>({
    batch_size,
    keyOf: (n) => n % 100,
    run: async (items) => {
      batches.push([...items])
      await sleep(1)
      if (items.some((n) => fails.includes(n))) throw new Error(`refused among ${items.length}`)
      return items.map((n) => `done ${n}`)
    },
  })
  return { batches, work }
}

test('items that arrive while a batch is running are done in the next batch', async () => {
  const { batches, work } = recorded()
  expect(await Promise.all([1, 2, 3, 4].map(work))).toEqual(['done 1', 'done 2', 'done 3', 'done 4'])
  expect(batches).toEqual([[1], [2, 3, 4]])
  expect(await work(5)).toBe('done 5')
})

test('a batch takes no more items than allowed, and never two of one key', async () => {
  const { batches, work } = recorded({ batch_size: 2 })
  await Promise.all([1, 2, 102, 3, 202].map(work))
  expect(batches).toEqual([[1], [2, 3], [102], [202]])
})

test('the items of a failed batch are repeated one by one, and only those that fail alone are rejected', async () => {
  const { batches, work } = recorded({ fails: [3] })
  const results = await Promise.allSettled([1, 2, 3, 4].map(work))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(batches).toEqual([[1], [2, 3, 4], [2], [3], [4]])
  expect(await work(6)).toBe('done 6')
})
