import type { ReactNode } from 'react'
import { Stack } from './layout.tsx'
import css from './inset.module.css'

/** Lines of text between the tables of a flush Panel. */
export function Inset({ children }: { children: ReactNode }) {
  return (
    <div className={css.inset}>
      <Stack gap={2}>{children}</Stack>
    </div>
  )
}
