import { Result } from '#web/ui/show/result.tsx'
import { homeLink } from '#web/layout/home-link.tsx'

/** Stands in the page's place: the menu around it stays, so that whoever mistyped an address goes on from there. */
export default function NotFoundPage() {
  return (
    <Result kind="not-found" title="404 Không tìm thấy trang này" actions={homeLink}>
      Địa chỉ có thể đã đổi hoặc bị gõ sai.
    </Result>
  )
}
