import type { ReactNode } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import css from './banner.module.css'

export type BannerKind = 'success' | 'error' | 'warning' | 'info'

const icons: Record<BannerKind, IconName> = { success: 'check-circle', error: 'error', warning: 'alert', info: 'info' }

export type BannerProps = {
  kind: BannerKind
  title?: string
  children: ReactNode
  /** A click anywhere on the banner dismisses it, and so does its button. */
  onDismiss?: () => void
  action?: ReactNode
}

/** A message in the page, read out when it appears; an error interrupts. It stays until it is no longer rendered. */
export function Banner({ kind, title, children, onDismiss, action }: BannerProps) {
  return (
    // The whole banner is clickable for the mouse; the keyboard uses the close button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className={cx(css.banner, css[kind], onDismiss && css.dismissable)}
      role={kind === 'error' ? 'alert' : 'status'}
      onClick={(event) => onDismiss && !(event.target as Element).closest('a, button') && onDismiss()}
    >
      <span className={css.icon}>
        <Icon name={icons[kind]} size={20} />
      </span>
      <div className={css.words}>
        {title && <strong className={css.title}>{title}</strong>}
        <div>{children}</div>
      </div>
      {action}
      {onDismiss && (
        <button type="button" className={css.close} aria-label="Đóng thông báo" onClick={onDismiss}>
          <Icon name="close" size={14} />
        </button>
      )}
    </div>
  )
}
