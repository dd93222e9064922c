/** When the program looks for due jobs. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchDue, type DueWatch } from './due.ts'

let watch: DueWatch
let looks: number
let answer: () => Promise<{ rows: { name: string }[] }>
const wake = vi.fn<() => void>()
const onError = vi.fn<(error: Error) => void>()

beforeEach(async () => {
  vi.useFakeTimers()
  wake.mockClear()
  onError.mockClear()
  looks = 0
  answer = () => Promise.resolve({ rows: [] })
  watch = watchDue(
    () => {
      looks++
      return answer()
    },
    new Map([['mail', wake]]),
    onError,
  )
  await vi.advanceTimersByTimeAsync(0)
})
afterEach(() => {
  watch.stop()
  vi.useRealTimers()
})

test('it looks twice a second and wakes the queues with due jobs', async () => {
  expect(looks).toBe(1)
  answer = () => Promise.resolve({ rows: [{ name: 'mail' }] })
  await vi.advanceTimersByTimeAsync(499)
  expect(wake).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(wake).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(looks).toBe(4)
})

test('it looks once soon after jobs have been added, then twice a second again', async () => {
  for (let job = 0; job < 20; job++) watch.lookSoon()
  await vi.advanceTimersByTimeAsync(50)
  expect(looks).toBe(2)
  await vi.advanceTimersByTimeAsync(499)
  expect(looks).toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(looks).toBe(3)
})

test('a job that is added while it looks is looked for again soon', async () => {
  const { promise, resolve } = Promise.withResolvers<{ rows: { name: string }[] }>()
  answer = () => promise
  await vi.advanceTimersByTimeAsync(500)
  watch.lookSoon()
  resolve({ rows: [] })
  await vi.advanceTimersByTimeAsync(50)
  expect(looks).toBe(3)
})

test('it goes on after an error, and looks no more once it is stopped', async () => {
  answer = () => Promise.reject(new Error('away'))
  await vi.advanceTimersByTimeAsync(500)
  expect(onError).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(500)
  expect(looks).toBe(3)
  watch.stop()
  watch.lookSoon()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(looks).toBe(3)
})
