import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTurn } from './turn.mjs'

const module_url = new URL('turn.mjs', import.meta.url).href

test('inTurn runs one piece of work at a time, and tells the others that they wait', async () => {
  const name = randomUUID()
  const events: string[] = []
  const work = (n: number) =>
    inTurn(
      name,
      async () => {
        events.push(`${n} begins`)
        await sleep(50)
        events.push(`${n} ends`)
      },
      () => events.push('waits'),
    )
  await Promise.all([1, 2, 3].map(work))
  const done = events.filter((line) => line !== 'waits')
  expect(done).toHaveLength(6)
  for (const n of [0, 2, 4]) expect(done[n + 1]).toBe(done[n]!.replace('begins', 'ends'))
  expect(events.length).toBeGreaterThanOrEqual(8)
})

test('a failure is passed to its caller and frees the turn', async () => {
  const name = randomUUID()
  await expect(inTurn(name, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await inTurn(name, async () => 'next')).toBe('next')
})

test('the turn of a killed process is free', async () => {
  const name = randomUUID()
  const code = `const { inTurn } = await import('${module_url}')
    await inTurn('${name}', () => { console.log('mine'); return new Promise(() => setInterval(() => {}, 1000)) })`
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(holder.stdout, 'data')
  let is_waiting = false
  const mine = inTurn(
    name,
    async () => 'mine now',
    () => {
      is_waiting = true
    },
  )
  await expect.poll(() => is_waiting).toBe(true)
  holder.kill('SIGKILL')
  expect(await mine).toBe('mine now')
})
