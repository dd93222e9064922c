import type { ReactNode } from 'react'
import { Icon } from '#web/ui/icon/icon.tsx'
import css from './external-link.module.css'

/**
 * An address that opens beside this page; one inside of the sales app ('/ket-qua') has nothing to open here and is plain text. It reads as its
 * children, or as the address.
 */
export function ExternalLink({ href, children }: { href: string; children?: ReactNode }) {
  if (!href.startsWith('https://')) return href
  return (
    <a className={css.link} href={href} target="_blank" rel="noreferrer" title={href}>
      <span className={css.text}>{children ?? href.slice('https://'.length).replace(/\/$/, '')}</span>
      <Icon name="external" size={12} label="mở trong thẻ mới" />
    </a>
  )
}
