/**
 * Mounts the application. Someone who is not signed in and comes to the front gets the sign-in page alone, and the router and
 * the rest while they type; someone who is signed in is never sent the sign-in page.
 */
// First, so that every part's own styles come after it.
import '#web/ui/base/base.css'
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { canPreload, reloadOnLostChunk, reloadOnce, whenIdle } from '#web/route/lazy-page.tsx'
import { addressAfterSignIn, followOtherTabs, onStarted, signedIn } from '#web/session/session.ts'
import { UiRoot } from '#web/ui/base/ui-root.tsx'

const root = createRoot(document.getElementById('root')!)

function show(page: ReactNode) {
  root.render(
    <StrictMode>
      <UiRoot>{page}</UiRoot>
    </StrictMode>,
  )
}

const loadApplication = () => import('./routes.tsx')

async function openApplication() {
  const { startRouting } = await loadApplication()
  show(startRouting())
}

async function openFrontDoor() {
  if (location.pathname !== '/login') history.replaceState(null, '', '/login')
  const stop = onStarted(() => {
    stop()
    history.replaceState(null, '', addressAfterSignIn())
    void open(openApplication)
  })
  const { default: FrontDoor } = await import('#features/access/sign-in/front-door.screen.tsx')
  show(<FrontDoor />)
  // Asked for here only to have it by the time of the sign-in; a failure will be met then.
  if (canPreload()) whenIdle(() => void loadApplication().catch(() => {}))
}

/** These files can be lost to a release as well as any page's. */
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
