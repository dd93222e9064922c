import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { note, optional } from '#contract/fields.ts'
import { ReasonField, useReason, type Reason, type ReasonRequest } from './reason-field.tsx'

let root: Root
const seen: { now: Reason | null } = { now: null }

function Asking({ request, before }: { request: ReasonRequest; before?: string }) {
  const reason = useReason(request, before)
  useEffect(() => {
    seen.now = reason
  })
  return <ReasonField reason={reason} />
}

const show = (request: ReasonRequest, before?: string) =>
  act(async () => root.render(<Asking request={request} {...(before !== undefined && { before })} />))
const write = (text: string) => act(async () => seen.now!.setText(text))
const control = () => document.querySelector('textarea')!

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
})

afterEach(async () => {
  await act(async () => root.unmount())
})

const wanted = { field: note('Lý do', 10), ask: 'Hãy ghi lý do.' }

test('blanks are no reason, and what is missing is not yet wrong', async () => {
  await show(wanted)
  await write(' \n ')
  expect(seen.now).toMatchObject({ whyNot: 'Hãy ghi lý do.', problem: null })
  await write('Trùng lệnh')
  expect(seen.now).toMatchObject({ whyNot: null, problem: null, changed: true })
})

test("what is too long is said at the field, in the contract's sentence and under its label", async () => {
  await show(wanted)
  await write('Trùng lệnh rồi')
  expect(seen.now!.whyNot).toBe('Không được dài quá 10 ký tự')
  expect(document.body.textContent).toContain('Không được dài quá 10 ký tự')
  expect(control().getAttribute('aria-invalid')).toBe('true')
  expect(control().labels![0]!.textContent).toBe('Lý do')
})

test('what may be left out is not asked for, but still not taken when it is too long', async () => {
  await show({ field: optional(note('Ghi chú', 10)), ask: null })
  expect(seen.now!.whyNot).toBeNull()
  await write('Trùng lệnh rồi')
  expect(seen.now!.whyNot).toBe('Không được dài quá 10 ký tự')
})

test('what was written an earlier time is no change until it is touched', async () => {
  await show(wanted, 'Đã hoàn')
  expect(seen.now).toMatchObject({ text: 'Đã hoàn', changed: false, whyNot: null })
  await write('Đã chi')
  expect(seen.now!.changed).toBe(true)
})
