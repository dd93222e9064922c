import { expect, test } from 'vitest'
import { withDeadline } from './deadline.ts'
import { isTransient } from './refusal.ts'

test('work that is done in time gives its result or its own error', async () => {
  expect(await withDeadline(Promise.resolve(7), 1_000)).toBe(7)
  await expect(withDeadline(Promise.reject(new Error('refused')), 1_000)).rejects.toThrow('refused')
})

test('a wait that lasts too long is a passing fault, and what fails later is nobody’s unhandled error', async () => {
  const { promise, reject } = Promise.withResolvers<never>()
  const fault: unknown = await withDeadline(promise, 20).catch((error: unknown) => error)
  expect(isTransient(fault)).toBe(true)
  expect(String(fault)).toContain('within 0.02 seconds')
  reject(new Error('too late'))
  await new Promise((resolve) => setImmediate(resolve))
})
