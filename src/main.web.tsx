/**
 * Mounts the application. Someone who is not signed in and comes to the front gets the sign-in page alone; the router and the
 * rest are fetched while they type.
 */
// First, so that every part's own styles come after it.
import '#web/ui/base.css'
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import SignInScreen from '#features/access/sign-in/sign-in.screen.tsx'
import { EntryLayout } from '#web/layout/entry-layout.tsx'
import { canPreload, reloadOnLostChunk, reloadOnce, whenIdle } from '#web/lazy-page.tsx'
import { addressAfterSignIn, followOtherTabs, onStarted, signedIn } from '#web/session.ts'
import { UiRoot } from '#web/ui/ui-root.tsx'

const root = createRoot(document.getElementById('root')!)

function show(page: ReactNode) {
  root.render(
    <StrictMode>
      <UiRoot>{page}</UiRoot>
    </StrictMode>,
  )
}

const loadApplication = () => Promise.all([import('@tanstack/react-router'), import('./routes.tsx')])

async function openApplication() {
  const [{ RouterProvider }, { router, startRouting }] = await loadApplication()
  startRouting()
  show(<RouterProvider router={router} />)
}

function openFrontDoor() {
  if (location.pathname !== '/login') history.replaceState(null, '', '/login')
  const stop = onStarted(() => {
    stop()
    history.replaceState(null, '', addressAfterSignIn())
    void open()
  })
  show(
    <EntryLayout>
      <SignInScreen />
    </EntryLayout>,
  )
  // Asked for here only to have it by the time of the sign-in; a failure will be met then.
  if (canPreload()) whenIdle(() => void loadApplication().catch(() => {}))
}

/** The router's chunk can be lost to a release as well as any page's. */
async function open() {
  try {
    await openApplication()
  } catch (error) {
    if (!reloadOnce()) throw error
  }
}

reloadOnLostChunk()
followOtherTabs()
const atFront = location.pathname === '/login' || (location.pathname === '/' && location.search === '')
if (atFront && !signedIn()) openFrontDoor()
else void open()
