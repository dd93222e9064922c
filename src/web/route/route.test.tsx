import { afterEach, expect, test, vi } from 'vitest'
import { parseSearch, stringifySearch } from './location.ts'
import { canPreload, handleLostChunks, lazyPage, reloadOnce } from './lazy-page.tsx'
import { addressAfterSignIn } from '#web/session/session.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  sessionStorage.clear()
})

test('values of the query are texts: phone numbers keep their zero and long codes their digits', () => {
  expect(parseSearch('?q=0912345678&code=12345678901234567890&on=true')).toEqual({
    q: '0912345678',
    code: '12345678901234567890',
    on: 'true',
  })
})

test('empty values are left out of the query', () => {
  expect(stringifySearch({ status: 1, keyword: '', sort: undefined, ids: [1, 2] })).toBe('?status=1&ids=1,2')
  expect(stringifySearch({ keyword: undefined })).toBe('')
  expect(parseSearch(stringifySearch({ q: 'Đà & Lạt?' }))).toEqual({ q: 'Đà & Lạt?' })
})

test('pages are prefetched except on slow connections and with the data saver on', () => {
  const loadOver = (connection: object | undefined) => {
    vi.spyOn(navigator as Navigator & { connection?: object }, 'connection', 'get').mockReturnValue(connection)
    return canPreload()
  }
  Object.defineProperty(navigator, 'connection', { configurable: true, get: () => undefined })
  expect(loadOver(undefined)).toBe(true)
  expect(loadOver({ effectiveType: '4g', saveData: false })).toBe(true)
  expect(loadOver({ effectiveType: '4g', saveData: true })).toBe(false)
  expect(loadOver({ effectiveType: 'slow-2g' })).toBe(false)
  expect(loadOver({ effectiveType: '2g' })).toBe(false)
})

test('a lost chunk reloads the page at most once in 60 seconds', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T03:00:00Z') })
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  expect(reloadOnce()).toBe(true)
  vi.advanceTimersByTime(59_000)
  expect(reloadOnce()).toBe(false)
  vi.advanceTimersByTime(2_000)
  expect(reloadOnce()).toBe(true)
  expect(reload).toHaveBeenCalledTimes(2)
})

test('a lost chunk reloads no page while the server cannot be reached, and is loaded when it can', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T03:00:00Z') })
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  const fetch = vi.fn<() => Promise<Response>>(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', fetch)
  handleLostChunks()
  dispatchEvent(new Event('vite:preloadError'))
  let isThere = false
  const load = vi.fn<() => Promise<{ default: () => null }>>(() =>
    isThere ? Promise.resolve({ default: () => null }) : Promise.reject(new TypeError('Failed to fetch')),
  )
  const page = lazyPage(load)
  void page.preload!()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(load).toHaveBeenCalledOnce()
  expect(reload).not.toHaveBeenCalled()

  isThere = true
  fetch.mockImplementation(() => Promise.resolve(new Response()))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(load).toHaveBeenCalledTimes(2)
  expect(reload).not.toHaveBeenCalled()
})

test('a part that is lost while the server answers reloads the page only when a release has replaced its files', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-22T03:00:00Z') })
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  document.head.innerHTML = '<script type="module" src="/assets/index-1.js"></script>'
  let page = document.head.innerHTML
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(page)))
  handleLostChunks()
  dispatchEvent(new Event('vite:preloadError'))
  await vi.advanceTimersByTimeAsync(1)
  expect(reload).not.toHaveBeenCalled()
  page = '<script type="module" src="/assets/index-2.js"></script>'
  dispatchEvent(new Event('vite:preloadError'))
  await vi.advanceTimersByTimeAsync(1)
  expect(reload).toHaveBeenCalledOnce()
})

test('a style sheet that was lost is asked for again once the server can be reached', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()))
  handleLostChunks()
  document.head.innerHTML = '<link rel="stylesheet" href="/assets/menu.css">'
  const lost = document.querySelector('link')!
  lost.dispatchEvent(new Event('error'))
  dispatchEvent(new Event('vite:preloadError'))
  await vi.waitFor(() => expect(lost.isConnected).toBe(false))
  expect(document.querySelector('link')!.getAttribute('href')).toBe('/assets/menu.css')
})

test('after sign-in only paths of this site are opened, any other address leads to the home page', () => {
  const after = (next: string) => {
    history.replaceState(null, '', `/login?next=${encodeURIComponent(next)}`)
    return addressAfterSignIn()
  }
  expect(after('/tai-khoan?status=2')).toBe('/tai-khoan?status=2')
  for (const other of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/login?next=/',
  ]) {
    expect(after(other)).toBe('/')
  }
})
