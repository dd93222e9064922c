import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { together } from './together.ts'

/** What each go did; `fails` are refused, whoever is in the same go. */
function recorded({ most = 10, fails = [] as number[] } = {}) {
  const goes: number[][] = []
  const work = together<number, string>({
    most,
    keyOf: (n) => n % 100,
    run: async (items) => {
      goes.push([...items])
      await sleep(1)
      if (items.some((n) => fails.includes(n))) throw new Error(`refused among ${items.length}`)
      return items.map((n) => `done ${n}`)
    },
  })
  return { goes, work }
}

test('what comes while a go is under way is done in the next one', async () => {
  const { goes, work } = recorded()
  expect(await Promise.all([1, 2, 3, 4].map(work))).toEqual(['done 1', 'done 2', 'done 3', 'done 4'])
  expect(goes).toEqual([[1], [2, 3, 4]])
  expect(await work(5)).toBe('done 5')
})

test('a go takes no more than its most, and two of one key never together', async () => {
  const { goes, work } = recorded({ most: 2 })
  await Promise.all([1, 2, 102, 3, 202].map(work))
  expect(goes).toEqual([[1], [2, 3], [102], [202]])
})

test('what fails together is done one by one, and only who is refused alone fails', async () => {
  const { goes, work } = recorded({ fails: [3] })
  const results = await Promise.allSettled([1, 2, 3, 4].map(work))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(goes).toEqual([[1], [2, 3, 4], [2], [3], [4]])
  expect(await work(6)).toBe('done 6')
})
