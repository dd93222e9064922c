/** What stands where a page would be: it does not exist, is not allowed, or broke. */
import { createLink, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { Refusal } from '#web/send.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Footer } from './footer.tsx'
import { PageMessage } from './page-message.tsx'
import css from './route-messages.module.css'

const Home = createLink(LinkButton)

const homeLink = (
  <Home to="/" variant="primary" icon="home">
    Về trang chủ
  </Home>
)

export function NotFoundPage() {
  return (
    <div className={css.page}>
      <header className={css.product}>
        <Logo size={24} />
        Vé Số Back Office
      </header>
      <main id="main">
        <PageMessage icon="search" title="404 Không tìm thấy trang này" actions={homeLink}>
          Địa chỉ có thể đã đổi hoặc bị gõ sai.
        </PageMessage>
      </main>
      <Footer />
    </div>
  )
}

export function NotAllowedPage() {
  return (
    <PageMessage icon="lock" title="Bạn không có quyền truy cập trang này" actions={homeLink}>
      Nếu công việc của bạn cần trang này, hãy đề nghị quản trị viên thêm quyền cho nhóm của bạn.
    </PageMessage>
  )
}

export function ErrorPage({ error }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <PageMessage
      icon="alert"
      tone="red"
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
    </PageMessage>
  )
}

function statusOf(error: unknown): string {
  if (error instanceof Refusal) return String(error.status === 200 ? error.code : error.status)
  if (error instanceof Error && /dynamically imported|module script|preload/i.test(error.message))
    return 'không tải được trang'
  return 'không hiển thị được trang'
}
