/** The frame of a menu page: title, actions and content. */
import type { ReactNode } from 'react'
import type { Page } from '#contract/page.ts'
import { PageProvider } from '#web/route/page-context.ts'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'

export interface ListScreenProps {
  page: Page
  actions?: ReactNode
  /** A sentence under the title. */
  subtitle?: ReactNode
  children: ReactNode
}

export function ListScreen({ page, actions, subtitle, children }: ListScreenProps) {
  return (
    <PageProvider value={page}>
      <Screen>
        <PageHeader title={page.title} actions={actions} subtitle={subtitle} />
        {children}
      </Screen>
    </PageProvider>
  )
}
