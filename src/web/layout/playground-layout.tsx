import '#web/ui/icon/later-icons.css'
import { Link, Outlet } from '@tanstack/react-router'
import { Logo } from '#web/ui/icon/logo.tsx'
import { Footer } from './footer.tsx'
import { SkipLink } from './skip-link.tsx'
import { ThemeButton } from './theme-button.tsx'
import css from './playground-layout.module.css'

/** The frame of the playground, which shows every component of the kit. */
export default function PlaygroundLayout() {
  return (
    <div className={css.page}>
      <SkipLink />
      <header className={css.bar}>
        <Link to="/" className={css.home}>
          <Logo size={24} />
          <span>Vé Số Back Office</span>
        </Link>
        <ThemeButton />
      </header>
      <main id="main" tabIndex={-1} className={css.main}>
        <Outlet />
      </main>
      <Footer />
    </div>
  )
}
