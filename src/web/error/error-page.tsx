import type { FallbackProps } from 'react-error-boundary'
import { Refusal } from '#web/call/send.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Result } from '#web/ui/show/result.tsx'

/** The error page of a screen that failed. It is in the first bundle, because its own chunk might fail to load too. */
export function ErrorPage({ error }: Pick<FallbackProps, 'error'>) {
  return (
    <Result
      kind="error"
      title={`Có lỗi xảy ra: ${statusOf(error)}`}
      actions={
        <>
          <Button variant="primary" icon="refresh" onClick={() => location.reload()}>
            Tải lại trang
          </Button>
          <Button icon="arrow-left" onClick={() => history.back()}>
            Quay lại
          </Button>
        </>
      }
    >
      Những gì đã lưu không bị ảnh hưởng.
    </Result>
  )
}

function statusOf(error: unknown): string {
  if (error instanceof Refusal) return String(error.status === 200 ? error.code : error.status)
  if (error instanceof Error && /dynamically imported|module script|preload/i.test(error.message))
    return 'không tải được trang'
  return 'không hiển thị được trang'
}
