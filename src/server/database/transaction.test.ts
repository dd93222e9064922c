import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isConnectionLost } from './refusal.ts'
import { inWriteTransaction, type Db } from './transaction.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A database that takes so long for each commit; null: it never answers. */
function committingIn(milliseconds: number | null): Db {
  const execute = async <T>(work: (db: Db) => Promise<T>) => {
    const result = await work({} as Db)
    await new Promise<void>((resolve) => void (milliseconds !== null && setTimeout(resolve, milliseconds)))
    return result
  }
  return { transaction: () => ({ setIsolationLevel: () => ({ execute }) }) } as unknown as Db
}

test('a commit that takes 29 seconds succeeds, and leaves no timer behind', async () => {
  const done = inWriteTransaction(committingIn(29_000), async () => 'done')
  await vi.advanceTimersByTimeAsync(29_000)
  await expect(done).resolves.toBe('done')
  expect(vi.getTimerCount()).toBe(0)
})

test('a commit without an answer for 30 seconds fails as a lost connection and is not retried', async () => {
  let times = 0
  const fault = inWriteTransaction(committingIn(null), async () => ++times).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(isConnectionLost(await fault)).toBe(true)
  expect(times).toBe(1)
})
