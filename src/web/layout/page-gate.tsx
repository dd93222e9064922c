import { useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRights } from '#web/session/rights.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'

const NotAllowedPage = lazyPart(() => import('#web/error/not-allowed-page.tsx'))

/** Shows the page only to whom it is allowed; the server refuses its calls to all others anyway. */
export function PageGate({ children }: { children: ReactNode }) {
  const { pageAllowed } = useRights()
  const match = useMatches().at(-1)
  const url = match?.staticData.page ?? match?.fullPath ?? '/'
  // An address that is no page's says so to everybody.
  return url === '/$' || pageAllowed(url) ? children : <NotAllowedPage />
}
