import { Avatar } from '#web/ui/picture/avatar.tsx'
import { PageButton } from '#web/route/link.tsx'
import { Button } from '#web/ui/action/button.tsx'
import css from './account-panel.module.css'
import { ThemeChoice } from './theme-choice.tsx'

export interface AccountPanelProps {
  name: string
  userName: string
  /** The base store that the person works for. */
  store: string | null
  onChangePassword: () => void
  onShortcuts: () => void
  onClose: () => void
  onSignOut: () => void
}

/** The content of the account drawer: password, security, shortcuts, theme and sign-out. */
export default function AccountPanel({ name, userName, store, ...handlers }: AccountPanelProps) {
  return (
    <div className={css.panel}>
      <div className={css.person}>
        <Avatar name={name} size="lg" />
        <p className={css.name}>{name}</p>
        <p className={css.account}>{userName}</p>
        {store && <p className={css.account}>{store}</p>}
        <p className={css.state}>Đã đăng nhập</p>
      </div>
      <div className={css.acts}>
        <Button icon="key" wide onClick={handlers.onChangePassword}>
          Đổi mật khẩu
        </Button>
        <PageButton to="/bao-mat" icon="shield" wide onClick={handlers.onClose}>
          Bảo mật của tôi
        </PageButton>
        <Button icon="help" wide onClick={handlers.onShortcuts}>
          Phím tắt
        </Button>
        <Button icon="logout" wide onClick={handlers.onSignOut}>
          Đăng xuất
        </Button>
      </div>
      <div className={css.theme}>
        <ThemeChoice />
      </div>
    </div>
  )
}
