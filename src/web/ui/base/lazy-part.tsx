/** Lazy loading of components: the only way in which the web part splits its code. */
import {
  createElement,
  Suspense,
  use,
  useEffect,
  useState,
  type ComponentType,
  type FunctionComponent,
  type ReactNode,
} from 'react'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** A component that suspends until its code is loaded. A failed load is retried at the next render. */
export function waitingPart<Props extends object>(load: Load<Props>) {
  let loading: Promise<ComponentType<Props>> | null = null
  let isThere = false
  async function fetchPart() {
    try {
      const { default: part } = await load()
      isThere = true
      return part
    } catch (error) {
      loading = null
      throw error
    }
  }
  function loadPart() {
    if (loading) return loading
    const part = fetchPart()
    // `status` and `value` are React's convention for resolved promises: loaded code renders without suspending. Waiting renders get the failure.
    part.then(
      (value) => Object.assign(part, { status: 'fulfilled', value }),
      () => undefined,
    )
    loading = part
    return part
  }
  const WaitingPart = (props: Props) => createElement(use(loadPart()), props)
  WaitingPart.preload = async () => void (await loadPart())
  WaitingPart.isThere = () => isThere
  return WaitingPart
}

export type LazyPart<Props> = FunctionComponent<Props> & {
  /** Loads the code before it is needed, on hover or focus. Returns whether it is loaded. */
  preload: () => Promise<boolean>
  isThere: () => boolean
}

interface LazyPartOptions<Props> {
  /** Whether the part is needed; before that nothing is loaded or rendered. Once rendered it stays mounted, so that it can animate its closing. */
  mountWhen?: (props: Props) => boolean
  /** Rendered until the code is loaded. */
  meanwhile?: ReactNode
}

const retry_pause_ms = 2_000

let reached = async () => true
let explainWait = () => {}

/**
 * Sets what is asked after a load that failed: resolves to false once the server, which could not be reached, is there again. `explain` is called
 * for each part that is needed and not loaded yet.
 */
export function loadAgainAfter(ask: () => Promise<boolean>, explain: () => void) {
  reached = ask
  explainWait = explain
}

/**
 * Loads, and again once the server can be reached; where it can be at once, as after a connection that failed for a moment, `retries` times after a
 * pause. Rejects after a pause too: React retries a failed load at once, which would loop without it.
 */
export async function loadPatiently<Loaded>(load: () => Promise<Loaded>, retries = 1): Promise<Loaded> {
  try {
    return await load()
  } catch (error) {
    if (!(await reached())) return loadPatiently(load)
    await new Promise((resolve) => setTimeout(resolve, retry_pause_ms))
    if (retries > 0) return loadPatiently(load, retries - 1)
    throw error
  }
}

/** `const Surface = lazyPart(() => import('#web/ui/dialog/dialog-surface.tsx'), { mountWhen: ({ open }) => open })` */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  { mountWhen = () => true, meanwhile }: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  const Part = waitingPart(() => loadPatiently(load))
  function LazyPart(props: Props) {
    const isNeeded = mountWhen(props)
    const [used, setUsed] = useState(isNeeded && Part.isThere())
    if (isNeeded && !used && Part.isThere()) setUsed(true)
    // Loaded in an effect, after the paint, so that it does not delay the rows. Drawn once it is loaded: what suspends, React shows 300 ms late.
    useEffect(() => {
      if (!isNeeded) return
      if (!Part.isThere()) explainWait()
      void LazyPart.preload().then(() => setUsed(true))
    }, [isNeeded])
    if (!used) return isNeeded ? meanwhile : null
    return (
      <Suspense fallback={meanwhile}>
        <Part {...props} />
      </Suspense>
    )
  }
  LazyPart.isThere = Part.isThere
  LazyPart.preload = () =>
    Part.preload().then(
      () => true,
      // The next render tries again.
      () => false,
    )
  return LazyPart
}
