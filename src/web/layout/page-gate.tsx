import { useMatches } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRights } from '#web/rights.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'

const NotAllowedPage = lazyPart(() => import('./not-allowed-page.tsx'))

/** Shows the page only to whom it is allowed; the server refuses its calls to all others anyway. */
export function PageGate({ children }: { children: ReactNode }) {
  const { pageAllowed } = useRights()
  const match = useMatches().at(-1)
  const url = match?.staticData.page ?? match?.fullPath ?? '/'
  return pageAllowed(url) ? children : <NotAllowedPage />
}
