import '#web/ui/icon/later-icons.css'
import type { ReactNode } from 'react'
import { AnchorLink } from '#web/route/link.tsx'
import { Page } from '#web/route/routing.tsx'
import { Logo } from '#web/ui/icon/logo.tsx'
import { Footer } from './footer.tsx'
import { SkipMenu } from './skip-menu.tsx'
import { ThemeButton } from './theme-button.tsx'
import css from './playground-layout.module.css'

/** The frame of the playground, which shows every component of the kit. */
export default function PlaygroundLayout({ children }: { children?: ReactNode }) {
  return (
    <div className={css.page}>
      <SkipMenu />
      <header className={css.bar}>
        <AnchorLink to="/" className={css.home}>
          <Logo size={24} />
          <span>Vé Số Back Office</span>
        </AnchorLink>
        <ThemeButton />
      </header>
      <main id="main" tabIndex={-1} className={css.main}>
        <Page>{children}</Page>
      </main>
      <Footer />
    </div>
  )
}
