import { PageButton } from '#web/route/link.tsx'

/** The link to the home page on error pages. */
export const homeLink = (
  <PageButton to="/" variant="primary" icon="home">
    Về trang chủ
  </PageButton>
)
