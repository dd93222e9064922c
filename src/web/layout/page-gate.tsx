import { useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRights } from '#web/session/rights.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'

const NotAllowedPage = lazyPart(() => import('#web/error/not-allowed-page.tsx'))

/** Shows the page only to people with a right to it. The server refuses its calls to others anyway. */
export function PageGate({ children }: { children: ReactNode }) {
  const { pageAllowed } = useRights()
  const match = useMatches().at(-1)
  const url = match?.staticData.page ?? match?.fullPath ?? '/'
  // '/$' is the route of unknown addresses, which shows 'not found' to everybody.
  return url === '/$' || pageAllowed(url) ? children : <NotAllowedPage />
}
