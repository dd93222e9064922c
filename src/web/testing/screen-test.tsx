/** What a test of a screen in the simulated browser needs: a signed-in person with rights, a place to draw in, and patience with lazy parts. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, vi } from 'vitest'
import { RightsProvider, type Rights } from '#web/session/rights.ts'

/** What a person may do and who they are; whatever is left out is allowed, and somebody of the head office. */
interface TestPerson {
  can?: () => boolean
  me?: Partial<Rights['me']>
}

/** Call it once in a file: each of its tests then begins signed in as person 7, and ends with nothing drawn or stored. */
export function screenTests() {
  let root: Root | null = null
  /** Takes the screen away, as a closed tab does. */
  const leave = async () => {
    await act(async () => root?.unmount())
    root = null
  }
  beforeEach(() => {
    ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
    document.cookie = 'userId=7'
  })
  afterEach(async () => {
    await leave()
    sessionStorage.clear()
    document.cookie = 'userId=; max-age=0'
    vi.unstubAllGlobals()
  })
  return {
    leave,
    /** Draws a screen with an empty cache of calls. */
    draw: async (screen: ReactNode, { can = () => true, me }: TestPerson = {}) => {
      document.body.innerHTML = '<div></div>'
      root = createRoot(document.querySelector('div')!)
      const rights = {
        can,
        me: { user_id: 7, base_id: null, partner_id: null, handled_by: [], ...me },
      } as unknown as Rights
      const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
      await act(async () =>
        root!.render(
          <QueryClientProvider client={client}>
            <RightsProvider value={rights}>{screen}</RightsProvider>
          </QueryClientProvider>,
        ),
      )
    },
  }
}

/** Lazy parts are drawn one after the other, on a busy machine slowly. */
export const waitFor = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(async () => undefined)
      check()
    },
    { timeout: 10_000 },
  )

/** What the server answers to a call. */
export const answerOf = (data: unknown, [code, message]: readonly [number, string, ...unknown[]] = [0, '']) =>
  new Response(JSON.stringify({ error: { code, message }, data }))

/** The first button with this text; undefined without one. */
export const buttonOf = (text: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text)

/** Types as a person does, whose input React hears of. */
export const typeInto = (field: HTMLInputElement | HTMLTextAreaElement, text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
