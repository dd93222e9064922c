import type { ReactNode } from 'react'
import { useRights } from '#web/session/rights.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'

const NotAllowedPage = lazyPart(() => import('#web/error/not-allowed-page.tsx'))

/** Shows the page only to people with a right to this menu page. The server refuses its calls to others anyway. */
export function PageGate({ url, children }: { url: string; children: ReactNode }) {
  return useRights().pageAllowed(url) ? children : <NotAllowedPage />
}
