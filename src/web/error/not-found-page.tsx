import { Result } from '#web/ui/show/result.tsx'
import { homeLink } from '#web/layout/home-link.tsx'

/** The page for an unknown address; the menu stays usable around it. */
export default function NotFoundPage() {
  return (
    <Result kind="not-found" title="404 Không tìm thấy trang này" actions={homeLink}>
      Địa chỉ có thể đã đổi hoặc bị gõ sai.
    </Result>
  )
}
