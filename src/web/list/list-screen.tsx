import type { ReactNode } from 'react'
import type { Page } from '#contract/page.ts'
import { PageProvider } from '#web/route/page-context.ts'
import { PageHeader, type PageHeaderProps } from '#web/ui/layout/page-header.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'

export interface ListScreenProps extends Pick<PageHeaderProps, 'aside' | 'actions' | 'subtitle'> {
  page: Page
  /** The heading, where the page shows something else than what it is named after. */
  title?: string
  children: ReactNode
}

/** The frame of a menu page: title, actions and content, which learns by `usePage` on which page it is. */
export function ListScreen({ page, title = page.title, aside, actions, subtitle, children }: ListScreenProps) {
  return (
    <PageProvider value={page}>
      <Screen>
        <PageHeader title={title} aside={aside} actions={actions} subtitle={subtitle} />
        {children}
      </Screen>
    </PageProvider>
  )
}
