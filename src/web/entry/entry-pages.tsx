import type { ReactNode } from 'react'
import { Page } from '#web/route/routing.tsx'
import { EntryLayout } from './entry-layout.tsx'

/** The layout of the pages that are open to anyone, as routes have it. */
export default function EntryPages({ children }: { children?: ReactNode }) {
  return (
    <EntryLayout>
      <Page>{children}</Page>
    </EntryLayout>
  )
}
