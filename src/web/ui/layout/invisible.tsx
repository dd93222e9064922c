import type { ReactNode } from 'react'
import css from './invisible.module.css'

/** Takes the room of its content without showing it: for what is still loading, so that nothing moves when it is there. */
export function Invisible({ children, unless = false }: { children: ReactNode; unless?: boolean }) {
  return <div className={unless ? undefined : css.invisible}>{children}</div>
}
