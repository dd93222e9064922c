import { Result } from '#web/ui/show/result.tsx'
import { homeLink } from '#web/layout/home-link.tsx'

export default function NotAllowedPage() {
  return (
    <Result kind="not-allowed" title="Bạn không có quyền truy cập trang này" actions={homeLink}>
      Nếu công việc của bạn cần trang này, hãy đề nghị quản trị viên thêm quyền cho nhóm của bạn.
    </Result>
  )
}
