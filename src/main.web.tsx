/**
 * Mounts the application. A visitor who is not signed in loads only the sign-in page, and the rest of the application while typing; a signed-in
 * user never downloads the sign-in page.
 */
// Imported first, so that the styles of components override the base styles.
import '#web/ui/base/base.css'
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { reached } from '#web/call/connection.ts'
import { canPreload, handleLostChunks, reloadOnce, whenIdle } from '#web/route/lazy-page.tsx'
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

async function openSignIn() {
  if (location.pathname !== '/login') history.replaceState(null, '', '/login')
  const stop = onStarted(() => {
    stop()
    history.replaceState(null, '', addressAfterSignIn())
    void open(openApplication)
  })
  const { default: SignInPage } = await import('#features/access/sign-in/sign-in-page.screen.tsx')
  show(<SignInPage />)
  // Preload for after the sign-in; a failure is handled when the application is loaded then.
  if (canPreload()) whenIdle(() => void loadApplication().catch(() => {}))
}

/** Loads a chunk; after a release the old chunks may be gone, as with any page. */
async function open(load: () => Promise<void>): Promise<void> {
  try {
    await load()
  } catch (error) {
    if (!(await reached())) return open(load)
    if (!reloadOnce()) throw error
  }
}

handleLostChunks()
followOtherTabs()
const atSignIn = location.pathname === '/login' || (location.pathname === '/' && location.search === '')
void open(atSignIn && !signedIn() ? openSignIn : openApplication)
