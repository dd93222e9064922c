/** Which page is shown while an address changes, and what the browser's history keeps of it. */
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Route, Switch } from 'wouter'
import { createLink } from './link.tsx'
import { lazyPage } from './lazy-page.tsx'
import { currentLocation, navigate, onNavigated, useLocation } from './location.ts'
import { onShown, Page, Routing } from './routing.tsx'
import { followScroll } from './scroll.ts'

let root: Root
let arrive = () => {}

const Link = createLink(({ children, ...props }: React.ComponentPropsWithRef<'a'>) => <a {...props}>{children}</a>)

function List() {
  const { search, keyword } = useLocation()
  return (
    <>
      {`list ${search.status ?? 'all'} ${keyword ?? ''}`}
      <Link to="/other" search={{ from: 'list', none: null }}>
        other
      </Link>
      <Link search={{ status: 7 }}>seven</Link>
      <table />
    </>
  )
}

const load = vi.fn<() => Promise<{ default: () => string }>>(
  () => new Promise((resolve) => (arrive = () => resolve({ default: () => `later ${useLocation().pathname}` }))),
)
let Later = lazyPage(load)

beforeAll(() => {
  followScroll()
  // As the guard of the session does beside the pages.
  onNavigated(() => {})
})

beforeEach(async () => {
  load.mockClear()
  Later = lazyPage(load)
  history.replaceState(null, '', '/list?status=1')
  vi.spyOn(window, 'scrollTo').mockImplementation((...[, y]) => {
    Object.defineProperty(window, 'scrollY', { configurable: true, value: y })
  })
  document.body.innerHTML = '<main></main>'
  root = createRoot(document.querySelector('main')!)
  root.render(
    <Routing>
      <Page>
        <Switch>
          <Route path="/list">
            <List />
          </Route>
          <Route path="/later">
            <Later />
          </Route>
          <Route path="/fails">
            <Fails />
          </Route>
          <Route>elsewhere</Route>
        </Switch>
      </Page>
    </Routing>,
  )
  await shows('list 1')
})

afterEach(() => {
  root.unmount()
  vi.restoreAllMocks()
})

function Fails(): never {
  throw new Error('no page')
}

const visibleText = () =>
  [...document.querySelector('main')!.childNodes]
    .filter((node) => !(node instanceof HTMLElement && node.style.display === 'none'))
    .map((node) => node.textContent)
    .join('')
const shows = (text: string) => vi.waitFor(() => expect(visibleText()).toContain(text))
const link = (name: string) => [...document.querySelectorAll('a')].find((anchor) => anchor.textContent === name)!

async function goBack(to: string) {
  history.back()
  await vi.waitFor(() => expect(location.pathname + location.search).toBe(to))
}

/** Keeps the wait for the page's code from ending. Returns how to end it. */
function captureTimeout(): () => void {
  const ends: (() => void)[] = []
  const { setTimeout: later } = window
  vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, ms: number) =>
    ms === 400 ? ends.push(run) : later(run, ms)) as never)
  return () => ends.forEach((end) => end())
}

test('the page before stays, with its own address, until the next one is there', async () => {
  captureTimeout()
  const listener = vi.fn<(to: string) => void>()
  const stop = onShown(({ href }) => listener(href))
  navigate({ to: '/later' })
  expect(location.pathname).toBe('/later')
  await vi.waitFor(() => expect(load).toHaveBeenCalled())
  expect(visibleText()).toContain('list 1')
  expect(listener).not.toHaveBeenCalled()
  arrive()
  await shows('later /later')
  expect(listener.mock.calls).toEqual([['/later']])
  stop()
})

test('a loading state takes the place of the page before when the wait is long', async () => {
  const end = captureTimeout()
  navigate({ to: '/later' })
  await vi.waitFor(() => expect(load).toHaveBeenCalled())
  expect(document.querySelector('[role="status"]')).toBeNull()
  end()
  await vi.waitFor(() => expect(document.querySelector('[role="status"]')).not.toBeNull())
  expect(visibleText()).not.toContain('list 1')
  arrive()
  await shows('later /later')
  expect(document.querySelector('[role="status"]')).toBeNull()
})

test('links lead to a path with its query or change the query of the page; what is empty is left out', async () => {
  expect(link('other').getAttribute('href')).toBe('/other?from=list')
  link('seven').click()
  await shows('list 7')
  expect(currentLocation().href).toBe('/list?status=7')
  const opensElsewhere = new MouseEvent('click', { ctrlKey: true, bubbles: true, cancelable: true })
  link('other').addEventListener('click', (event) => event.preventDefault(), { once: true })
  link('other').dispatchEvent(opensElsewhere)
  expect(location.pathname).toBe('/list')
})

test('a keyword beside the address comes back with Back, and the same address adds no entry', async () => {
  navigate({ search: { status: 2 }, keyword: '0912345678' })
  await shows('list 2 0912345678')
  expect(location.href).not.toContain('0912345678')
  const entries = history.length
  navigate({ search: { status: 2 }, keyword: true })
  expect(history.length).toBe(entries)
  navigate({ search: (now) => ({ ...now, user_id: 5 }), keyword: true })
  expect(currentLocation()).toMatchObject({ href: '/list?status=2&user_id=5', keyword: '0912345678' })
  navigate({ search: { status: 3 } })
  await shows('list 3')
  expect(currentLocation().keyword).toBeUndefined()
  await goBack('/list?status=2&user_id=5')
  await shows('list 2 0912345678')
})

test('a keyword beside the address is not shown to another person who goes back to it', () => {
  navigate({ search: { status: 2 }, keyword: '0912345678' })
  document.cookie = 'userId=7; Path=/'
  expect(currentLocation()).toMatchObject({ href: '/list?status=2', keyword: undefined })
  document.cookie = 'userId=; Path=/; Max-Age=0'
  expect(currentLocation().keyword).toBe('0912345678')
})

test('a page begins at its top, and Back returns to where the page was', async () => {
  const box = document.querySelector('table')!.parentElement!
  window.scrollTo(0, 480)
  box.scrollTop = 700
  navigate({ search: { status: 4 }, keepScroll: true })
  await shows('list 4')
  expect(window.scrollY).toBe(480)
  navigate({ to: '/elsewhere' })
  await shows('elsewhere')
  expect(window.scrollY).toBe(0)
  box.scrollTop = 0
  await goBack('/list?status=4')
  await shows('list 4')
  expect([window.scrollY, box.scrollTop]).toEqual([480, 700])
})

test.each([
  ['wheel', new WheelEvent('wheel')],
  ['a finger or the scroll bar', new Event('pointerdown')],
  ['a key', new KeyboardEvent('keydown', { key: 'PageUp' })],
])('while rows are missing after Back, a page is scrolled again only until a person acts: %s', async (_, act) => {
  let height = 1_000
  vi.mocked(window.scrollTo).mockImplementation((...[, y]) => {
    Object.defineProperty(window, 'scrollY', { configurable: true, value: Math.min(Number(y), height) })
  })
  navigate({ search: { status: 1 }, replace: true })
  await shows('list 1')
  window.scrollTo(0, 480)
  navigate({ to: '/elsewhere' })
  await shows('elsewhere')
  height = 100
  await goBack('/list?status=1')
  await shows('list 1')
  await vi.waitFor(() => expect(window.scrollY).toBe(100))
  height = 200
  await vi.waitFor(() => expect(window.scrollY).toBe(200))
  document.body.dispatchEvent(act)
  const calls = vi.mocked(window.scrollTo).mock.calls.length
  height = 1_000
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(vi.mocked(window.scrollTo).mock.calls).toHaveLength(calls)
  expect(window.scrollY).toBe(200)
})

test('a page that fails is explained, and another address leads away from it', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  navigate({ to: '/fails' })
  await shows('Có lỗi xảy ra')
  navigate({ to: '/list' })
  await shows('list all')
})
