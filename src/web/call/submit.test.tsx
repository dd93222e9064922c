import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import * as z from 'zod/mini'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { calls, write } from '#contract/call.ts'
import { useSubmit, type Submission } from './submit.ts'

const payout = calls('cms/payout', {
  pay: write('POST pay', { title: 'Chi', may: 'user', input: z.object({ payout_id: z.int() }) }),
})

let root: Root
let submit: Submission<typeof payout.pay>
let answers: (() => void)[] = []
const sent_ids: number[] = []
let isRefused = false
let retries: (() => void)[] = []

function List({ inTurn }: { inTurn: boolean }) {
  const current = useSubmit(payout.pay, { inTurn, onFailure: (_failure, _input, retry) => void retries.push(retry) })
  useEffect(() => {
    submit = current
  })
  return null
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent_ids.push((JSON.parse(body) as { payout_id: number }).payout_id)
    await new Promise<void>((resolve) => answers.push(resolve))
    const error = isRefused ? { code: 122, message: 'Không được' } : { code: 0, message: '' }
    return new Response(JSON.stringify({ error, data: null }))
  })
  root = createRoot(document.createElement('div'))
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
  answers = []
  retries = []
  sent_ids.length = 0
})

const show = (inTurn: boolean) => act(async () => root.render(<List inTurn={inTurn} />))
const pay = (payout_id: number) => act(async () => submit.mutate({ payout_id }))
const answer = () => act(async () => answers.shift()!())

test('an act on another row waits for the running one and is then sent once, however often it was clicked', async () => {
  await show(true)
  await pay(1)
  await pay(2)
  await pay(1)
  await pay(2)
  expect(sent_ids).toEqual([1])
  await answer()
  expect(sent_ids).toEqual([1, 2])
  await answer()
  expect(sent_ids).toEqual([1, 2])
  expect(submit.pending).toBe(false)
})

test('the retry of an act sends that one again, also after another one was sent', async () => {
  await show(true)
  isRefused = true
  await pay(1)
  await pay(2)
  await answer()
  isRefused = false
  await answer()
  expect(sent_ids).toEqual([1, 2])
  await act(async () => retries.shift()!())
  expect(sent_ids).toEqual([1, 2, 1])
})

test('another text of a form is not sent while the form is being saved', async () => {
  await show(false)
  await pay(1)
  await pay(2)
  await answer()
  expect(sent_ids).toEqual([1])
})
