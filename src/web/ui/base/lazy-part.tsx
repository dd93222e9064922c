/** What the first screen does not draw is fetched when it is first wanted. This is the one way of putting a part off. */
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

/** A component that waits for its own code, under the Suspense around it. A load that failed is tried again the next time. */
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
  function fetched() {
    if (loading) return loading
    const part = fetchPart()
    // React's own marks: what is there already is drawn without waiting. Whoever waits hears of a failure.
    part.then(
      (value) => Object.assign(part, { status: 'fulfilled', value }),
      () => undefined,
    )
    loading = part
    return part
  }
  const WaitingPart = (props: Props) => createElement(use(fetched()), props)
  WaitingPart.preload = async () => void (await fetched())
  WaitingPart.isThere = () => isThere
  return WaitingPart
}

export type LazyPart<Props> = FunctionComponent<Props> & {
  /** Fetches the code a moment before it is needed, when the pointer or the focus comes near; tells whether it is there. */
  preload: () => Promise<boolean>
  isThere: () => boolean
}

interface LazyPartOptions<Props> {
  /** Nothing is fetched or drawn before. A part that was drawn once stays, so that its closing can be seen. */
  wanted?: (props: Props) => boolean
  /** Stands in its place until the code is there. */
  meanwhile?: ReactNode
}

const pause = 2_000

/** Whoever waits for a part asks again as soon as it could not be fetched: without a pause that would be without end. */
async function rejectLater(error: unknown): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, pause))
  throw error
}

/** `const Surface = lazyPart(() => import('#web/ui/dialog/dialog-surface.tsx'), { wanted: ({ open }) => open })` */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  { wanted = () => true, meanwhile }: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  const Part = waitingPart(() => load().catch(rejectLater))
  function LazyPart(props: Props) {
    const now = wanted(props)
    const [used, setUsed] = useState(now)
    if (now && !used && Part.isThere()) setUsed(true)
    // Fetched after the paint: what is wanted once the rows are there must not hold them up.
    useEffect(() => {
      if (now) void LazyPart.preload().then(() => setUsed(true))
    }, [now])
    return used ? (
      <Suspense fallback={meanwhile}>
        <Part {...props} />
      </Suspense>
    ) : null
  }
  LazyPart.isThere = Part.isThere
  LazyPart.preload = () =>
    Part.preload().then(
      () => true,
      // Whoever draws it asks again.
      () => false,
    )
  return LazyPart
}
