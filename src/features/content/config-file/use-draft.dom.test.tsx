/** A draft of terms is kept in the browser while it is typed, and saved on the server: never what was undone, never over another one's text. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { errors } from '#contract/errors.ts'
import { RightsProvider, type Rights } from '#web/session/rights.ts'
import { localCopyOf } from './local-copy.screen.tsx'
import { useDraft, type Draft, type TermsFile } from './use-draft.screen.tsx'
import { useVersionActs, type ActsOf } from './version-acts.screen.tsx'

const config_file_id = 5
const rights = { can: () => true, me: { user_id: 7 } } as unknown as Rights
const minute_ms = 60_000
const answer_ms = 600

let root: Root
let draft: Draft
let acts: ActsOf
/** The draft as the server has it. */
let stored: { version: number; content: string }
let saved_texts: string[]
/** How saves are answered; 'never' as when the browser is closed. */
let answer: 'saved' | 'refused' | 'never'

const fileOf = ({ version, content }: typeof stored) =>
  ({
    config_file_id,
    version,
    draft: { number: 2, content, ask_consent: false },
    versions: [],
    published_number: 1,
  }) as unknown as TermsFile

function Page({ file }: { file: TermsFile }) {
  const pageDraft = useDraft(file, '', () => {})
  const pageActs = useVersionActs(file, pageDraft, () => {})
  useEffect(() => {
    draft = pageDraft
    acts = pageActs
  })
  return null
}

beforeEach(async () => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  vi.useFakeTimers()
  document.cookie = 'token=t'
  document.cookie = 'userId=7'
  localStorage.clear()
  stored = { version: 3, content: '<p>Cũ</p>' }
  saved_texts = []
  answer = 'saved'
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    if (answer === 'never') return new Promise(() => {})
    const { content, version } = JSON.parse(String(body)) as { content: string; version: number }
    const isConflict = version !== stored.version
    const error = isConflict ? errors.changed_by_other : answer === 'refused' ? errors.draft_missing : [0, '']
    if (url.includes('update')) saved_texts.push(content)
    if (error[0] === 0) stored = { version: version + 1, content }
    const data = isConflict ? { current: fileOf(stored) } : fileOf(stored)
    await new Promise((resolve) => setTimeout(resolve, answer_ms))
    return new Response(JSON.stringify({ error: { code: error[0], message: error[1] }, data }))
  })
  await open()
})

afterEach(async () => {
  await leave()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function open() {
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <RightsProvider value={rights}>
          <Page file={fileOf(stored)} />
        </RightsProvider>
      </QueryClientProvider>,
    ),
  )
}

const leave = () => act(async () => root.unmount())
const type = (content: string) => act(async () => draft.change({ content }))
async function wait(ms: number) {
  // Timers that a change starts run only once it is rendered.
  for (let left_ms = ms; left_ms > 0; left_ms -= 500)
    await act(() => vi.advanceTimersByTimeAsync(Math.min(500, left_ms)))
}

test('what was typed and undone before it was saved does not come back', async () => {
  await type('<p>Cũ và nhầm</p>')
  expect(localCopyOf(config_file_id)).toMatchObject({ content: '<p>Cũ và nhầm</p>' })
  await type('<p>Cũ</p>')
  await leave()
  await open()
  expect(draft).toMatchObject({ content: '<p>Cũ</p>', isRestored: false })
  await wait(minute_ms)
  expect(saved_texts).toEqual([])
})

test('what was undone while it was being saved is kept until the earlier text is saved again', async () => {
  await type('<p>Nhầm</p>')
  const { promise, resolve } = Promise.withResolvers<void>()
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) => promise.then(() => fetch(...request)))
  await wait(1_500)
  await type('<p>Cũ</p>')
  expect(localCopyOf(config_file_id)).toMatchObject({ content: '<p>Cũ</p>' })
  resolve()
  await wait(2 * minute_ms)
  expect(saved_texts).toEqual(['<p>Nhầm</p>', '<p>Cũ</p>'])
  expect(localCopyOf(config_file_id)).toBeNull()
})

test('text that was not saved is restored, and the banner about it does not come back with later saves', async () => {
  answer = 'never'
  await type('<p>Mới</p>')
  await leave()
  answer = 'saved'
  await open()
  expect(draft).toMatchObject({ content: '<p>Mới</p>', isRestored: true })
  await wait(1_500 + answer_ms)
  expect(saved_texts).toEqual(['<p>Mới</p>'])
  for (const content of ['<p>Mới hơn</p>', '<p>Mới nhất</p>']) {
    await type(content)
    await wait(minute_ms + answer_ms)
    expect(draft).toMatchObject({ content, isRestored: false, unsaved: false, conflict: null })
  }
  expect(stored.content).toBe('<p>Mới nhất</p>')
})

test('a refused text is not sent again until it is changed', async () => {
  answer = 'refused'
  await type('<p>Quá dài</p>')
  await wait(10 * minute_ms)
  expect(saved_texts).toEqual(['<p>Quá dài</p>'])
  expect(draft.saveError).toBe(errors.draft_missing[1])
  answer = 'saved'
  await type('<p>Ngắn</p>')
  await wait(1_500 + answer_ms)
  expect(saved_texts).toEqual(['<p>Quá dài</p>', '<p>Ngắn</p>'])
  expect(draft).toMatchObject({ saveError: null, unsaved: false })
})

test('where the server cannot be reached the same text is sent again a minute later', async () => {
  const fetch = vi.fn<() => Promise<Response>>(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', fetch)
  await type('<p>Mới</p>')
  await wait(20_000)
  const sentCount = () => fetch.mock.calls.filter(([url]: unknown[]) => String(url).includes('update')).length
  const first_sent = sentCount()
  expect(first_sent).toBeGreaterThan(0)
  await wait(30_000)
  expect(sentCount()).toBe(first_sent)
  await wait(minute_ms)
  expect(sentCount()).toBeGreaterThan(first_sent)
})

test('leaving the page saves what was typed, but not as another person', async () => {
  await type('<p>Một</p>')
  await wait(1_500 + answer_ms)
  await type('<p>Hai</p>')
  await leave()
  expect(saved_texts).toEqual(['<p>Một</p>', '<p>Hai</p>'])
  await vi.waitFor(() => expect(localCopyOf(config_file_id)).toBeNull())
  await open()
  await type('<p>Ba</p>')
  document.cookie = 'userId=8'
  await leave()
  expect(saved_texts).toHaveLength(2)
})

test('what was typed on an older version is saved over the newer one only when its author decides so', async () => {
  answer = 'never'
  await type('<p>Của tôi</p>')
  await leave()
  answer = 'saved'
  stored = { version: 9, content: '<p>Của người khác</p>' }
  await open()
  await wait(2 * minute_ms)
  expect(draft.conflict?.version).toBe(9)
  expect(saved_texts).toEqual([])
  await act(async () => draft.resolveConflict('mine'))
  await wait(minute_ms)
  expect(stored).toEqual({ version: 10, content: '<p>Của tôi</p>' })
  expect(draft).toMatchObject({ conflict: null, unsaved: false, saveError: null })
})

test('a save whose answer was lost is no conflict with oneself', async () => {
  await type('<p>Mới</p>')
  stored = { version: 4, content: '<p>Mới</p>' }
  await wait(1_500 + answer_ms)
  expect(draft).toMatchObject({ conflict: null, unsaved: false, saveError: null })
})

test('a draft that could not be deleted keeps what was typed; a deleted one does not', async () => {
  const discard = async () => {
    await act(async () => acts({ number: 2, status: 1, publish_at: null } as never)[0]!.run())
    await wait(answer_ms)
  }
  answer = 'refused'
  await type('<p>Chưa lưu</p>')
  await discard()
  expect(localCopyOf(config_file_id)).toMatchObject({ content: '<p>Chưa lưu</p>' })
  answer = 'saved'
  await discard()
  expect(localCopyOf(config_file_id)).toBeNull()
  await leave()
  expect(saved_texts).toEqual([])
})
