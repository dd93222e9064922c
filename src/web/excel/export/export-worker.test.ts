import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ExportMessage, ExportTask } from './export-worker.ts'

let start: (event: { data: ExportTask }) => void
let onMessage: (message: ExportMessage) => void

beforeEach(async () => {
  vi.resetModules()
  vi.stubGlobal('addEventListener', (_: string, listener: typeof start) => (start = listener))
  vi.stubGlobal('postMessage', (message: ExportMessage) => onMessage(message))
  await import('./export-worker.ts')
})
afterEach(() => vi.unstubAllGlobals())

const rowsOf = (...amounts: number[]) => amounts.map((amount, n) => ({ pos_id: amounts.length * 10 + n, amount }))

/** Exports a report of three rows, two per response, whose nth response has the nth sum. */
async function exported(sums: readonly number[]) {
  let answers = 0
  vi.stubGlobal('fetch', async (url: string) => {
    const page = Number(new URLSearchParams(url.split('?')[1]).get('page_index'))
    const amount = sums[Math.min(answers++, sums.length - 1)]!
    const items = page === 1 ? rowsOf(90, 80) : rowsOf(amount - 170)
    const stamp = { from_date: '2026-11-22', to_date: '2026-11-22', as_of: '2026-11-22T13:05:09Z' }
    return Response.json({ error: { code: 0, message: '' }, data: { items, total: 3, sums: { amount }, ...stamp } })
  })
  const done = new Promise<Extract<ExportMessage, { kind: 'done' }>>((resolve, reject) => {
    onMessage = (message) => {
      if (message.kind === 'done') resolve(message)
      else if (message.kind === 'failed') reject(new Error(message.message))
    }
  })
  const source = { method: 'GET', url: '/api/report', input: {}, page_size: 2, has_parts: true, token: null }
  start({ data: { source, columns: [{ key: 'amount', head: 'Doanh số', kind: 'money' }] } })
  const { rows, changed } = await done
  return { rows, changed, answers }
}

test('a report whose figures change between its responses is read up to three times, then marked as changed', async () => {
  expect(await exported([240])).toEqual({ rows: 3, changed: false, answers: 2 })
  expect(await exported([240, 250, 250])).toEqual({ rows: 3, changed: false, answers: 4 })
  expect(await exported([240, 250, 260, 270, 280, 290])).toEqual({ rows: 3, changed: true, answers: 6 })
})
