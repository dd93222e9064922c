import { Logo } from '#web/ui/logo.tsx'
import { Result } from '#web/ui/result.tsx'
import { Footer } from './footer.tsx'
import { homeLink } from './home-link.tsx'
import css from './not-found-page.module.css'

export default function NotFoundPage() {
  return (
    <div className={css.page}>
      <header className={css.product}>
        <Logo size={24} />
        Vé Số Back Office
      </header>
      <main id="main">
        <Result kind="not-found" title="404 Không tìm thấy trang này" actions={homeLink}>
          Địa chỉ có thể đã đổi hoặc bị gõ sai.
        </Result>
      </main>
      <Footer />
    </div>
  )
}
