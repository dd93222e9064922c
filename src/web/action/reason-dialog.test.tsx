import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { calls, write } from '#contract/call.ts'
import { id, note, optional } from '#contract/fields.ts'
import { RightsProvider, type Rights } from '#web/session/rights.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { RejectDialog } from './reject-dialog.tsx'

const limits = calls('cms/limit', {
  reject: write('POST reject', {
    title: 'Từ chối giới hạn',
    may: 'user',
    input: z.object({ limit_id: id('Giới hạn'), version: id('Phiên bản'), reason: note('Lý do', 200) }),
  }),
  rejectRequest: write('POST reject_request', {
    title: 'Từ chối yêu cầu',
    may: 'user',
    input: z.object({ limit_id: id('Giới hạn'), version: id('Phiên bản'), reason: optional(note('Lý do', 200)) }),
  }),
})

let root: Root

beforeEach(() => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  signIn()
  open()
})
afterEach(async () => {
  await act(async () => root.unmount())
  sessionStorage.clear()
  document.cookie = 'userId=; max-age=0'
})

const signIn = () => (document.cookie = 'userId=7')
function open() {
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
}

const rights = { can: () => true, me: { user_id: 7 } } as unknown as Rights
const show = (dialog: ReactNode) =>
  act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <RightsProvider value={rights}>{dialog}</RightsProvider>
      </QueryClientProvider>,
    ),
  )
const field = () => document.querySelector('textarea')!
const typedText = async () => {
  await vi.waitFor(() => expect(field()).not.toBeNull())
  return field().value
}
async function type(text: string) {
  await typedText()
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field(), text)
    field().dispatchEvent(new Event('input', { bubbles: true }))
  })
}
/** The session ends, and the same person signs in again. */
async function signInAgain() {
  document.cookie = 'userId=; max-age=0'
  await act(async () => root.unmount())
  signIn()
  open()
}

const rejection = (limit_id: number, version = 1) => (
  <RejectDialog
    call={limits.reject}
    input={{ limit_id, version }}
    created_by={8}
    request_name="thay đổi giới hạn"
    onClose={() => {}}
  >
    Giới hạn giữ nguyên.
  </RejectDialog>
)
const cancellation = (code: string) => (
  <ReasonDialog
    title={`Hủy bảng ${code}`}
    field={limits.reject.input.shape.reason}
    emptyText="Hãy ghi lý do."
    saveLabel="Hủy bảng"
    saving={false}
    onSubmit={() => {}}
    onClose={() => {}}
  >
    Bảng không còn hiệu lực.
  </ReasonDialog>
)

test.for([
  ['a rejection', rejection(4), rejection(5)],
  ['any other act', cancellation('BK4'), cancellation('BK5')],
])('the reason of %s comes back for the same record after the end of the session', async ([, dialog, other]) => {
  await show(dialog)
  await type('Chưa có căn cứ')
  await signInAgain()
  await show(other)
  expect(await typedText()).toBe('')
  await signInAgain()
  await show(dialog)
  expect(await typedText()).toBe('Chưa có căn cứ')
  expect(document.body.textContent).toContain('Đã khôi phục nội dung bạn đang nhập dở')
})

test('the reason of a rejection comes back when somebody else has changed the request meanwhile', async () => {
  await show(rejection(4))
  await type('Chưa có căn cứ')
  await signInAgain()
  await show(rejection(4, 2))
  expect(await typedText()).toBe('Chưa có căn cứ')
})

test('a reason that was given up within the session is not kept', async () => {
  await show(rejection(4))
  await type('Chưa có căn cứ')
  await show(null)
  await show(rejection(4))
  expect(await typedText()).toBe('')
})

test('whoever withdraws a request of their own needs a reason only where the call asks for one', async () => {
  const submit = () => document.querySelector<HTMLButtonElement>('button[type="submit"]')!
  const withdrawal = (call: typeof limits.reject | typeof limits.rejectRequest, created_by: number) => (
    <RejectDialog
      key={`${call.name} ${created_by}`}
      call={call as typeof limits.rejectRequest}
      input={{ limit_id: 4, version: 1 }}
      created_by={created_by}
      request_name="yêu cầu"
      onClose={() => {}}
    >
      Giới hạn giữ nguyên.
    </RejectDialog>
  )
  const isRequired = async (dialog: ReactNode) => {
    await show(dialog)
    await typedText()
    return submit().getAttribute('aria-disabled') === 'true'
  }
  expect(await isRequired(withdrawal(limits.rejectRequest, 7))).toBe(false)
  expect(await isRequired(withdrawal(limits.rejectRequest, 8))).toBe(true)
  expect(await isRequired(withdrawal(limits.reject, 7))).toBe(true)
})
