import type { ReactNode } from 'react'

/** Words that change while somebody works elsewhere on the page, announced by screen readers. Always in the page, so that the first ones are, too. */
export function LiveText({ children }: { children: ReactNode }) {
  return <div role="status">{children}</div>
}
