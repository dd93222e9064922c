/** What stands where a page would be: it does not exist, is not allowed, or broke. */
import { createLink, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { Refusal } from '#web/send.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Result } from '#web/ui/result.tsx'

const Home = createLink(LinkButton)

export const homeLink = (
  <Home to="/" variant="primary" icon="home">
    Về trang chủ
  </Home>
)

export function NotAllowedPage() {
  return (
    <Result kind="not-allowed" title="Bạn không có quyền truy cập trang này" actions={homeLink}>
      Nếu công việc của bạn cần trang này, hãy đề nghị quản trị viên thêm quyền cho nhóm của bạn.
    </Result>
  )
}

export function ErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <Result
      kind="error"
      title={`Có lỗi xảy ra: ${statusOf(error)}`}
      actions={
        <>
          <Button variant="primary" icon="refresh" onClick={() => location.reload()}>
            Tải lại trang
          </Button>
          <Button icon="arrow-left" onClick={() => router.history.back()}>
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
