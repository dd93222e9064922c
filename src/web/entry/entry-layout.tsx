import type { ReactNode } from 'react'
import { Logo } from '#web/ui/icon/logo.tsx'
import { ConnectionBar } from '#web/layout/connection-bar.tsx'
import { Footer } from '#web/layout/footer.tsx'
import { ThemeButton } from '#web/layout/theme-button.tsx'
import css from './entry-layout.module.css'

/** Around the pages that are open to anyone: who we are on the left, the form on the right. Works without the router. */
export function EntryLayout({ children }: { children: ReactNode }) {
  return (
    <div className={css.page}>
      <header className={css.brand}>
        <div className={css.tickets} aria-hidden />
        <div className={css.name}>
          <Logo size={32} />
          Vé Số Back Office
        </div>
        <p className={css.claim}>Một nơi để quản lý điểm bán, kho vé, đơn hàng, trả thưởng và đối soát.</p>
      </header>
      <div className={css.side}>
        <div className={css.top}>
          <ThemeButton />
        </div>
        <main id="main" tabIndex={-1} className={css.main}>
          {children}
        </main>
        <Footer />
      </div>
      <ConnectionBar />
    </div>
  )
}
