import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '#web/ui/base/cx.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import type { IconName } from '#web/ui/icon/icon-names.ts'
import { currentToasts, subscribeToasts, type Toast, type ToastKind, toast, toastTimes } from './toast-store.ts'
import css from './toast.module.css'

const icons: Record<ToastKind, IconName> = { success: 'check-circle', warning: 'alert', error: 'error', info: 'info' }

/** Renders the toasts, newest last. Their timers pause while one is hovered or focused, or the window is hidden. */
export default function Toasts() {
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts)
  const [isHovered, setHovered] = useState(false)
  const [hidden, setHidden] = useState(false)
  useEffect(() => {
    const update = () => setHidden(document.hidden)
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [])
  // A portal next to the dialogs, so that toasts stay visible above an open dialog.
  return createPortal(
    // Hover and focus are only observed here, to pause the timers.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={css.region}
      aria-label="Thông báo"
      aria-live="polite"
      aria-relevant="additions"
      data-above-dialogs
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setHovered(true)}
      onBlur={() => setHovered(false)}
    >
      {toasts.map((shownToast) => (
        <ToastCard key={shownToast.id} shown={shownToast} paused={(isHovered || hidden) && toasts.length > 0} />
      ))}
    </section>,
    document.body,
  )
}

function ToastCard({ shown, paused }: { shown: Toast; paused: boolean }) {
  const [remainingMs, setRemainingMs] = useState<number>(toastTimes[shown.group])
  useEffect(() => {
    if (paused) return
    const started = performance.now()
    const timer = setTimeout(() => toast.dismiss(shown.id), remainingMs)
    return () => {
      clearTimeout(timer)
      setRemainingMs((milliseconds) => Math.max(milliseconds - (performance.now() - started), 1000))
    }
    // The remaining time changes only when the timer pauses.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [paused, shown.id])
  return (
    <div className={cx(css.toast, css[shown.kind])} role={shown.kind === 'error' ? 'alert' : undefined}>
      <span className={css.icon}>
        <Icon name={icons[shown.kind]} size={20} />
      </span>
      <div className={css.words}>
        <p>{shown.text}</p>
        {shown.detail && <p className={css.detail}>{shown.detail}</p>}
        {shown.action && (
          <button
            type="button"
            className={css.action}
            onClick={() => {
              toast.dismiss(shown.id)
              shown.action!.run()
            }}
          >
            {shown.action.label}
          </button>
        )}
      </div>
      <button type="button" className={css.close} aria-label="Đóng thông báo" onClick={() => toast.dismiss(shown.id)}>
        <Icon name="close" size={14} />
      </button>
    </div>
  )
}
