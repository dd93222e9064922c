/** A part that is not loaded yet appears as soon as it is: React shows what suspends 300 ms late, and a part within a part 600 ms. */
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lazyPart, loadAgainAfter } from './lazy-part.tsx'

let root: Root

beforeEach(() => {
  document.body.innerHTML = '<div></div>'
  root = createRoot(document.querySelector('div')!)
})
afterEach(() => root.unmount())

const visibleText = () => document.querySelector('div')!.textContent

/** Lets this many turns of the event loop pass, as few as any drawing needs, whatever a busy machine takes for them. */
async function turns(count: number) {
  for (let n = 0; n < count; n++) await new Promise((resolve) => setTimeout(resolve, 0))
}

/** A part whose code comes when the test says so. */
function partOf(Drawn: () => React.ReactNode) {
  let arrive = () => {}
  const load = vi.fn<() => Promise<{ default: typeof Drawn }>>(
    () => new Promise((resolve) => (arrive = () => resolve({ default: Drawn }))),
  )
  return { load, arrive: () => arrive() }
}

test('a part within a part is drawn at once when its code is there, and until then what stands for it', async () => {
  const [inner, outer] = [partOf(() => 'menu'), partOf(() => <Inner />)]
  const Inner = lazyPart(inner.load)
  const Outer = lazyPart(outer.load, { meanwhile: 'wait' })
  root.render(<Outer />)
  await turns(5)
  expect(visibleText()).toBe('wait')
  outer.arrive()
  await turns(5)
  expect(inner.load).toHaveBeenCalledOnce()
  inner.arrive()
  await turns(5)
  expect(visibleText()).toBe('menu')
})

test('a part that was loaded ahead is drawn with what is around it', async () => {
  const { load, arrive } = partOf(() => 'menu')
  const Part = lazyPart(load)
  const loaded = Part.preload()
  arrive()
  expect(await loaded).toBe(true)
  root.render(<Part />)
  await turns(5)
  expect(visibleText()).toBe('menu')
  expect(load).toHaveBeenCalledOnce()
})

test('nothing is loaded or drawn before it is needed', async () => {
  const { load, arrive } = partOf(() => 'dialog')
  const Part = lazyPart<{ open: boolean }>(load, { mountWhen: ({ open }) => open, meanwhile: 'wait' })
  root.render(<Part open={false} />)
  await turns(5)
  expect(load).not.toHaveBeenCalled()
  expect(visibleText()).toBe('')
  root.render(<Part open />)
  await turns(5)
  expect(visibleText()).toBe('wait')
  arrive()
  await turns(5)
  expect(visibleText()).toBe('dialog')
})

test('a part whose load failed without the server is loaded when the server is there again', async () => {
  vi.useFakeTimers()
  const answer = Promise.withResolvers<boolean>()
  loadAgainAfter(
    () => answer.promise,
    () => {},
  )
  const load = vi.fn<() => Promise<{ default: () => string }>>()
  load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue({ default: () => 'menu' })
  const loaded = lazyPart(load).preload()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).toHaveBeenCalledOnce()
  answer.resolve(false)
  expect(await loaded).toBe(true)
  expect(load).toHaveBeenCalledTimes(2)
  loadAgainAfter(
    async () => true,
    () => {},
  )
  vi.useRealTimers()
})

test('what is pressed while parts cannot be loaded is explained at once, and not what was only loaded ahead', async () => {
  const explain = vi.fn<() => void>()
  const answer = Promise.withResolvers<boolean>()
  loadAgainAfter(() => answer.promise, explain)
  const load = vi.fn<() => Promise<{ default: () => string }>>()
  load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue({ default: () => 'dialog' })
  const Part = lazyPart(load)
  void Part.preload()
  await turns(5)
  expect(explain).not.toHaveBeenCalled()
  root.render(<Part />)
  await turns(5)
  expect(explain).toHaveBeenCalledOnce()
  answer.resolve(false)
  await turns(5)
  expect(visibleText()).toBe('dialog')
  loadAgainAfter(
    async () => true,
    () => {},
  )
})
