import { ask, useConnection } from '#web/connection.ts'
import { unknownText } from '#web/submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import css from './connection-bar.module.css'

/** Says that the server is away, or that a result is still being asked for. Silent otherwise. */
export function ConnectionBar() {
  const { lost, unknown } = useConnection()
  return (
    <div role="status" className={css.place}>
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
    </div>
  )
}
