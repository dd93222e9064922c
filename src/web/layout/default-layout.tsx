import { useEffect, useState, type ReactNode } from 'react'
import type { MenuItem } from '#web/session/rights.ts'
import { AnchorLink } from '#web/route/link.tsx'
import { useLocation } from '#web/route/location.ts'
import type { GlobalDialogsProps, OpenDialog } from '#web/palette/global-dialogs.tsx'
import { Avatar } from '#web/ui/picture/avatar.tsx'
import { Drawer } from '#web/ui/dialog/drawer.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { mediaHook } from '#web/ui/base/media-hook.ts'
import { Logo } from '#web/ui/icon/logo.tsx'
import { VisuallyHidden } from '#web/ui/base/visually-hidden.tsx'
import { rememberVisit } from '#web/palette/visited.ts'
import { Footer } from './footer.tsx'
import { Menu, type WaitingCounts } from './menu.tsx'
import { usePreference } from './preference.ts'
import { SearchButton } from './search-button.tsx'
import { SkipMenu } from './skip-menu.tsx'
import { ThemeButton } from './theme-button.tsx'
import css from './default-layout.module.css'

const MenuRail = lazyPart(() => import('./menu-rail.tsx'))
const GlobalDialogs = lazyPart(() => import('#web/palette/global-dialogs.tsx'), {
  mountWhen: ({ isIdle, shown }: GlobalDialogsProps) => isIdle || shown !== null,
})

export interface DefaultLayoutProps {
  menu: readonly MenuItem[]
  waiting: WaitingCounts
  /** The page has loaded its first data. */
  isIdle: boolean
  /** The signed-in person's name, as the account button shows it. */
  name: string
  /** The button of notifications. */
  bell: ReactNode
  /** The content of the account drawer. */
  account: (drawer: { close: () => void; openShortcuts: () => void }) => ReactNode
  children: ReactNode
}

/** Menu on the left, bar on top, account drawer on the right, the page between them. */
export function DefaultLayout({ menu, waiting, isIdle, name, bell, account, children }: DefaultLayoutProps) {
  const isWide = useWideScreen()
  const [fold, setFold] = usePreference('menu', 'open')
  const [overlay, setOverlay] = useState(false)
  const [accountOpen, setAccountOpen] = useState(false)
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  useVisits(menu)
  const closeAccount = () => setAccountOpen(false)
  const openShortcuts = () => {
    closeAccount()
    setOpenDialog('shortcuts')
  }
  const isMenuOpen = isWide ? fold === 'open' : overlay
  const toggle = () => (isWide ? setFold(fold === 'open' ? 'folded' : 'open') : setOverlay(true))
  return (
    <div className={css.layout}>
      <SkipMenu />
      <header className={css.bar}>
        <IconButton
          icon="menu"
          label={isMenuOpen ? 'Thu gọn menu' : 'Mở menu'}
          aria-expanded={isMenuOpen}
          onClick={toggle}
        />
        <AnchorLink to="/" className={css.product}>
          <Logo size={24} />
          <span>Vé Số Back Office</span>
        </AnchorLink>
        <div className={css.end}>
          <SearchButton onClick={() => setOpenDialog('palette')} />
          <ThemeButton />
          <span className={css.bell}>{bell}</span>
          <button
            type="button"
            className={css.account}
            aria-haspopup="dialog"
            aria-expanded={accountOpen}
            onClick={() => setAccountOpen(true)}
          >
            <Avatar name={name} />
            <span className={css.name}>{name}</span>
            <VisuallyHidden>, mở ngăn tài khoản</VisuallyHidden>
          </button>
        </div>
      </header>
      <div className={css.body}>
        {isWide && (
          <div className={isMenuOpen ? css.side : css.rail}>
            {isMenuOpen ? <Menu items={menu} waiting={waiting} /> : <MenuRail items={menu} waiting={waiting} />}
            {isMenuOpen && <Footer />}
          </div>
        )}
        <div className={isWide && isMenuOpen ? `${css.content} ${css.besideMenu}` : css.content}>
          <main id="main" tabIndex={-1} className={css.main}>
            {children}
          </main>
          {!(isWide && isMenuOpen) && <Footer />}
        </div>
      </div>
      {!isWide && (
        <Drawer open={overlay} onClose={() => setOverlay(false)} title="Menu" side="left">
          <Menu items={menu} waiting={waiting} onFollow={() => setOverlay(false)} />
        </Drawer>
      )}
      <Drawer open={accountOpen} onClose={closeAccount} title="Tài khoản của tôi">
        {account({ close: closeAccount, openShortcuts })}
      </Drawer>
      <GlobalDialogs isIdle={isIdle} shown={openDialog} onShow={setOpenDialog} menu={menu} />
    </div>
  )
}

/** Remembers the visited pages, which the palette (Ctrl+K) offers first. */
function useVisits(menu: readonly MenuItem[]) {
  const { pathname } = useLocation()
  useEffect(() => {
    if (menu.some((item) => item.page_url === pathname)) rememberVisit(pathname)
  }, [menu, pathname])
}

/** Whether the menu has room beside the page. */
const useWideScreen = mediaHook('(min-width: 960px)')
