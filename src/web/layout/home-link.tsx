import { createLink } from '@tanstack/react-router'
import { LinkButton } from '#web/ui/action/button.tsx'

const Home = createLink(LinkButton)

/** The link to the home page on error pages. */
export const homeLink = (
  <Home to="/" variant="primary" icon="home">
    Về trang chủ
  </Home>
)
