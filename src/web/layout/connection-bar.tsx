import { createPortal } from 'react-dom'
import { probe, useConnection } from '#web/call/connection.ts'
import { unknown_text } from '#web/call/submit.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/icon/icon.tsx'
import { Spinner } from '#web/ui/message/spinner.tsx'
import css from './connection-bar.module.css'

/**
 * Shows that the server cannot be reached, or that the result of a write is unknown and is being requested again. It floats over the page and its
 * dialogs, so that nothing moves under the pointer when it appears.
 */
export function ConnectionBar() {
  const { lost, unknown } = useConnection()
  return createPortal(
    <div role="status" className={css.place} data-above-dialogs>
      {lost && (
        <p className={css.lost}>
          <Icon name="alert" />
          <span>Mất kết nối đến server. Đang kết nối lại…</span>
          <Button size="sm" onClick={() => void probe()}>
            Thử lại
          </Button>
        </p>
      )}
      {unknown > 0 && (
        <p className={css.unknown}>
          <Spinner />
          <span>{unknown_text}…</span>
        </p>
      )}
    </div>,
    document.body,
  )
}
