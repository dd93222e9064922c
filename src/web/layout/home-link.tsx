import { createLink } from '@tanstack/react-router'
import { LinkButton } from '#web/ui/action/button.tsx'

const Home = createLink(LinkButton)

/** The way out of a page that is not there, or not for this person. */
export const homeLink = (
  <Home to="/" variant="primary" icon="home">
    Về trang chủ
  </Home>
)
