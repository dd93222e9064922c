import { Logo } from '#web/ui/icon/logo.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/base/visually-hidden.tsx'
import { remembered } from './preference.ts'
import css from './default-layout.module.css'

/** The default layout while the person's rights are loading: the same places, empty, so that nothing moves when the menu appears. */
export function WaitingLayout() {
  return (
    <div className={css.layout}>
      <header className={css.bar}>
        <span className={css.waitingButton} />
        <span className={css.product}>
          <Logo size={24} />
          <span>Vé Số Back Office</span>
        </span>
      </header>
      <div className={css.body}>
        {remembered('menu') !== 'folded' && (
          <div className={css.waitingSide}>
            <Skeleton lines={6} />
          </div>
        )}
        <main className={css.main} aria-busy>
          <VisuallyHidden as="div">
            <h1>Đang mở trang của bạn</h1>
          </VisuallyHidden>
          <Skeleton lines={4} />
        </main>
      </div>
    </div>
  )
}
