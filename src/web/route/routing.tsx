/** Shows the page of the address. The page before stays until the code of the next one is there, or its wait is long. */
import {
  startTransition,
  Suspense,
  useEffect,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { Router } from 'wouter'
import { ErrorPage } from '#web/error/error-page.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import {
  currentLocation,
  isSame,
  navigate,
  onNavigated,
  ShownLocation,
  useLocation,
  type PageLocation,
} from './location.ts'
import { arrive } from './scroll.ts'

/** After this a loading state takes the place of the page before. */
const long_wait_ms = 400

/** The location of the page that was drawn last. */
let arrived: PageLocation | null = null

/** Gives the pages inside the location that is shown. */
export function Routing({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(currentLocation)
  useEffect(() => {
    let timer = 0
    const follow = (to: PageLocation) => {
      const show = () => setShown((now) => (isSame(now, to) ? now : to))
      clearTimeout(timer)
      // A filter or tab of the same page answers at once.
      if (to.pathname === arrived?.pathname) return show()
      startTransition(show)
      timer = window.setTimeout(show, long_wait_ms)
    }
    const stop = onNavigated(follow)
    // It may have changed since it was drawn.
    follow(currentLocation())
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [])
  return (
    <ShownLocation value={shown}>
      {/* The library takes its hook as a value. */}
      {/* oxlint-disable-next-line react/hooks */}
      <Router hook={useShownPath}>
        <Boundary>{children}</Boundary>
      </Router>
    </ShownLocation>
  )
}

/** What the routes match, and what their links do. */
function useShownPath(): [string, (href: string) => void] {
  return [useLocation().pathname, (href) => navigate({ to: href })]
}

/** What a layout has of the page: it itself, its loading state, or why it failed. */
export function Page({ children }: { children: ReactNode }) {
  return (
    <Boundary>
      {children}
      <Arrival at={useLocation()} />
    </Boundary>
  )
}

function Boundary({ children }: { children: ReactNode }) {
  return (
    <Suspense fallback={<Skeleton lines={6} late />}>
      <ErrorBoundary FallbackComponent={ErrorPage} resetKeys={[useLocation()]}>
        {children}
      </ErrorBoundary>
    </Suspense>
  )
}

/** Inside the page's Suspense, so that the page is drawn when its effects run. */
function Arrival({ at }: { at: PageLocation }) {
  useLayoutEffect(() => {
    if (arrived === at) return
    const from = arrived
    arrived = at
    arrive()
    for (const listener of listeners) listener(at, from)
  }, [at])
  return null
}

type Listener = (to: PageLocation, from: PageLocation | null) => void
const listeners = new Set<Listener>()

/** Calls the listener when the page of another address has been drawn. Returns how to stop. */
export function onShown(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a page has been drawn since the start; before that its code is still coming. */
export function useIsPageShown(): boolean {
  return useSyncExternalStore(onShown, () => arrived !== null)
}
