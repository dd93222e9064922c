/** Files on their way into a backup: what is left of those that fail. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { forEachOf } from './copy.ts'

test('one that fails ends the others, and all have ended when the failure is told', async () => {
  const ended: number[] = []
  const work = async (item: number) => {
    if (item === 1) throw new Error('no room')
    await sleep(20)
    ended.push(item)
  }
  await expect(forEachOf([0, 1, 2, 3, 4, 5, 6], work)).rejects.toThrow('no room')
  expect(ended.toSorted()).toEqual([0, 2, 3])
  await sleep(60)
  expect(ended).toHaveLength(3)
})
