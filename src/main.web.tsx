/**
 * Mounts the application. Someone who is not signed in and comes to the front gets the sign-in page alone; the router and the
 * rest are fetched while they type.
 */
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { reloadOnLostChunk, reloadOnce } from '#web/lazy-page.tsx'
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

async function openFrontDoor() {
  const [{ EntryLayout }, { default: SignInScreen }] = await Promise.all([
    import('#web/layout/entry-layout.tsx'),
    import('#features/access/sign-in/sign-in.screen.tsx'),
  ])
  if (location.pathname !== '/login') history.replaceState(null, '', '/login')
  const stop = onStarted(() => {
    stop()
    history.replaceState(null, '', addressAfterSignIn())
    void open(openApplication)
  })
  show(
    <EntryLayout>
      <SignInScreen />
    </EntryLayout>,
  )
  // Asked for here only to have it by the time of the sign-in; a failure will be met then.
  requestIdleCallback?.(() => void loadApplication().catch(() => {}), { timeout: 3000 })
}

/** The very first chunks can be lost to a release as well. */
async function open(what: () => Promise<void>) {
  try {
    await what()
  } catch (error) {
    if (!reloadOnce()) throw error
  }
}

reloadOnLostChunk()
followOtherTabs()
const atFront = location.pathname === '/login' || (location.pathname === '/' && location.search === '')
void open(atFront && !signedIn() ? openFrontDoor : openApplication)
