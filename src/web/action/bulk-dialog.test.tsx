import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answerOf, screenTests, typeInto, waitFor } from '#web/testing/screen-test.tsx'
import * as z from 'zod/mini'
import { BulkReport } from '#contract/bulk.ts'
import { calls, read, write } from '#contract/call.ts'
import { errors } from '#contract/errors.ts'
import { id, note } from '#contract/fields.ts'
import type { BulkAction, BulkSetup } from './bulk.ts'
import BulkDialog from './bulk-dialog.tsx'

const input = z.object({ ids: z.array(id('Đơn')), expected: id('Số dòng'), reason: note('Lý do', 200) })
const orders = calls('cms/order', {
  preview: read('POST preview', { title: 'Chạy thử', may: 'user', input, output: BulkReport }),
  run: write('POST run', { title: 'Duyệt', may: 'user', input, output: BulkReport, stepUp: true }),
})
const bulk: BulkSetup = { preview: orders.preview, run: orders.run, idOf: () => 1, actions: [] }
const action: BulkAction = {
  value: 'approve',
  label: 'Duyệt hoàn tiền',
  icon: 'check',
  reason: { name: 'reason', field: input.shape.reason, emptyText: 'Hãy ghi lý do.' },
}
const report = { done: 2, skipped: 0, waiting: 0, rows: [] }

const screen = screenTests()

/** The outcome of the run. */
let refusal: readonly [number, string]
let runs: Record<string, unknown>[]
const closings: boolean[] = []

beforeEach(() => {
  runs = []
  closings.length = 0
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    if (url.includes('preview')) return answerOf(report)
    runs.push(JSON.parse(String(body)) as Record<string, unknown>)
    return answerOf(null, refusal)
  })
})

async function open(ids = [4, 5]) {
  await screen.draw(
    <BulkDialog
      bulk={bulk}
      action={action}
      input={{ ids, expected: ids.length }}
      noun="đơn"
      onClose={(ended) => closings.push(ended)}
    />,
  )
  await waitFor(() => expect(field()).not.toBeNull())
}

const field = () => document.querySelector('textarea')!
const button = (text: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith(text))
const type = (text: string) => typeInto(field(), text)
async function run() {
  const sent_count = runs.length
  await act(async () => button('Duyệt hoàn tiền')!.click())
  await waitFor(() => expect(runs).toHaveLength(sent_count + 1))
  await act(async () => undefined)
}

test('a run whose proof was cancelled keeps the dialog, its rows and the typed reason', async () => {
  refusal = errors.proof_required
  await open()
  await type('Đã gọi cho khách')
  await run()
  expect(button('Đóng')).toBeUndefined()
  expect(field().value).toBe('Đã gọi cho khách')
  await run()
  expect(runs).toMatchObject([{ reason: 'Đã gọi cho khách' }, { reason: 'Đã gọi cho khách' }])
})

test('a run that was refused ends the dialog, because the selection no longer holds', async () => {
  refusal = errors.no_right
  await open()
  await type('Đã gọi cho khách')
  await run()
  await waitFor(() => expect(document.body.textContent).toContain(errors.no_right[1]))
  await act(async () => button('Đóng')!.click())
  expect(closings).toEqual([true])
})

test('the typed reason comes back for the same rows after the end of the session', async () => {
  const signInAgain = async () => {
    document.cookie = 'userId=; max-age=0'
    await screen.leave()
    document.cookie = 'userId=7'
  }
  await open()
  await type('Đã gọi cho khách')
  await signInAgain()
  await open([4, 6])
  expect(field().value).toBe('')
  await signInAgain()
  await open()
  expect(field().value).toBe('Đã gọi cho khách')
  expect(document.body.textContent).toContain('Đã khôi phục nội dung bạn đang nhập dở')
})
