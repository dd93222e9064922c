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
  let part: ComponentType<Props> | null = null
  let loading: Promise<void> | null = null
  const fetchPart = async () => {
    try {
      part = (await load()).default
    } catch (error) {
      loading = null
      throw error
    }
  }
  const preload = () => (loading ??= fetchPart())
  function WaitingPart(props: Props) {
    if (part === null) use(preload())
    return part && createElement(part, props)
  }
  WaitingPart.preload = preload
  WaitingPart.isThere = () => part !== null
  return WaitingPart
}

export type LazyPart<Props> = FunctionComponent<Props> & {
  /** Fetches the code a moment before it is needed, when the pointer or the focus comes near; tells whether it is there. */
  ahead: () => Promise<boolean>
  isThere: () => boolean
}

interface LazyPartOptions<Props> {
  /** Nothing is fetched or drawn before. A part that was drawn once stays, so that its closing can be seen. */
  wanted?: (props: Props) => boolean
  /** Stands in its place until the code is there. */
  meanwhile?: ReactNode
}

/** `const Surface = lazyPart(() => import('./dialog-surface.tsx'), { wanted: ({ open }) => open })` */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  { wanted = () => true, meanwhile }: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  const Part = waitingPart(load)
  function LazyPart(props: Props) {
    const now = wanted(props)
    const [used, setUsed] = useState(now)
    if (now && !used && Part.isThere()) setUsed(true)
    // Fetched after the paint: what is wanted once the rows are there must not hold them up.
    useEffect(() => {
      if (now) void LazyPart.ahead().then(() => setUsed(true))
    }, [now])
    return used ? (
      <Suspense fallback={meanwhile}>
        <Part {...props} />
      </Suspense>
    ) : null
  }
  LazyPart.isThere = Part.isThere
  LazyPart.ahead = () =>
    Part.preload().then(
      () => true,
      // Whoever opens it next asks again, and is told.
      () => false,
    )
  return LazyPart
}
