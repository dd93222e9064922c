import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { startProcesses, type RequestSender } from './processes.ts'

const file = join(mkdtempSync(join(tmpdir(), 've-so-processes-')), 'worker.mjs')
writeFileSync(
  file,
  `process.on('message', ({ id, request }) =>
    request === 'crash' ? process.exit(1) : process.send({ ve_so: 'answer', id, answer: process.pid }))`,
)

test('a replacement that cannot begin, because the database is away, is replaced until one can', async () => {
  const workers: { pid: number; ask: RequestSender }[] = []
  const failed_pids: number[] = []
  const onLost = vi.fn<(sentence: string) => void>()
  const processes = await startProcesses({
    file,
    count: 1,
    answers: {},
    async begin(ask) {
      const pid = (await ask('pid')) as number
      if (workers.length === 1 && failed_pids.push(pid) <= 2) throw new Error('the database is away')
      workers.push({ pid, ask })
    },
    log: pino({ level: 'silent' }),
    onLost,
  })
  workers[0]!.ask('crash').catch(() => undefined)
  await vi.waitFor(() => expect(workers).toHaveLength(2), { timeout: 20_000 })
  expect(await processes.askAll('pid')).toEqual([workers[1]!.pid])
  for (const pid of failed_pids.slice(0, 2)) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect(onLost).not.toHaveBeenCalled()
  await processes.close()
})
