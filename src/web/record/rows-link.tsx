/** A link from a figure to the list of its rows; plain text for people who may not open that page. */
import { createLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRights } from '#web/session/rights.ts'
import { Text, TextLink } from '#web/ui/layout/text.tsx'

const Link = createLink(TextLink)

export function RowsLink({ link, children }: { link: string | null; children: ReactNode }) {
  const { pageAllowed } = useRights()
  if (link === null) return null
  const [path, query = ''] = link.split('?') as [string, string?]
  if (!pageAllowed(path)) return <Text as="span">{children}</Text>
  return (
    <Link to={path as never} search={Object.fromEntries(new URLSearchParams(query)) as never}>
      {children}
    </Link>
  )
}
