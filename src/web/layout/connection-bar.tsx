import { createPortal } from 'react-dom'
import { ask, useConnection } from '#web/call/connection.ts'
import { unknownText } from '#web/call/submit.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Icon } from '#web/ui/icon/icon.tsx'
import { Spinner } from '#web/ui/message/spinner.tsx'
import css from './connection-bar.module.css'

/**
 * Says that the server is away, or that a result is still being asked for. Silent otherwise. It floats over the page and its dialogs,
 * so that nothing moves under the pointer when it comes and goes.
 */
export function ConnectionBar() {
  const { lost, unknown } = useConnection()
  return createPortal(
    <div role="status" className={css.place} data-above-dialogs>
      {lost && (
        <p className={css.lost}>
          <Icon name="alert" />
          <span>Mất kết nối đến server. Đang kết nối lại…</span>
          <Button size="sm" onClick={() => void ask()}>
            Thử lại
          </Button>
        </p>
      )}
      {unknown > 0 && (
        <p className={css.unknown}>
          <Spinner />
          <span>{unknownText}…</span>
        </p>
      )}
    </div>,
    document.body,
  )
}
