import type { ReactNode } from 'react'
import { PageLink } from '#web/route/link.tsx'
import { useRights } from '#web/session/rights.ts'
import { Text } from '#web/ui/layout/text.tsx'

/**
 * A link from a figure to the list of its rows; plain text for people who may not open that page, nothing where `link`
 * is null.
 */
export function RowsLink({ link, children }: { link: string | null; children: ReactNode }) {
  const { pageAllowed } = useRights()
  if (link === null) return null
  const [path] = link.split('?') as [string]
  if (!pageAllowed(path)) return <Text as="span">{children}</Text>
  return <PageLink to={link}>{children}</PageLink>
}
