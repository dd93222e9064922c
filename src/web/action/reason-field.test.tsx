import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { note, optional } from '#contract/fields.ts'
import { ReasonField, useReason, type Reason, type ReasonRequest } from './reason-field.tsx'

let root: Root
const rendered: { reason: Reason | null } = { reason: null }

function ReasonForm({ request, before }: { request: ReasonRequest; before?: string }) {
  const reason = useReason(request, 'Lý do 4', before)
  useEffect(() => {
    rendered.reason = reason
  })
  return <ReasonField reason={reason} />
}

const show = (request: ReasonRequest, before?: string) =>
  act(async () => root.render(<ReasonForm request={request} {...(before !== undefined && { before })} />))
const write = (text: string) => act(async () => rendered.reason!.setText(text))
const control = () => document.querySelector('textarea')!

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
})

afterEach(async () => {
  await act(async () => root.unmount())
})

const required = { field: note('Lý do', 10), emptyText: 'Hãy ghi lý do.' }

test('a blank reason blocks the action without showing an error', async () => {
  await show(required)
  await write(' \n ')
  expect(rendered.reason).toMatchObject({ whyNot: 'Hãy ghi lý do.', problem: null })
  await write('Trùng lệnh')
  expect(rendered.reason).toMatchObject({ whyNot: null, problem: null, changed: true })
})

test('a reason that is too long shows the error of its contract at the labelled field', async () => {
  await show(required)
  await write('Trùng lệnh rồi')
  expect(rendered.reason!.whyNot).toBe('Không được dài quá 10 ký tự')
  expect(document.body.textContent).toContain('Không được dài quá 10 ký tự')
  expect(control().getAttribute('aria-invalid')).toBe('true')
  expect(control().labels![0]!.textContent).toBe('Lý do')
})

test('an optional reason may be empty, but is refused when it is too long', async () => {
  await show({ field: optional(note('Ghi chú', 10)), emptyText: null })
  expect(rendered.reason!.whyNot).toBeNull()
  await write('Trùng lệnh rồi')
  expect(rendered.reason!.whyNot).toBe('Không được dài quá 10 ký tự')
})

test('a prefilled reason counts as changed only after it was edited', async () => {
  await show(required, 'Đã hoàn')
  expect(rendered.reason).toMatchObject({ text: 'Đã hoàn', changed: false, whyNot: null })
  await write('Đã chi')
  expect(rendered.reason!.changed).toBe(true)
})
