import { Avatar } from '#web/ui/picture/avatar.tsx'
import { createLink } from '@tanstack/react-router'
import { Button, LinkButton } from '#web/ui/action/button.tsx'
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

const PageButton = createLink(LinkButton)

/** The account drawer's content. */
export default function AccountPanel({ name, userName, store, ...on }: AccountPanelProps) {
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
        <Button icon="key" wide onClick={on.onChangePassword}>
          Đổi mật khẩu
        </Button>
        <PageButton to="/bao-mat" icon="shield" wide onClick={on.onClose}>
          Bảo mật của tôi
        </PageButton>
        <Button icon="help" wide onClick={on.onShortcuts}>
          Phím tắt
        </Button>
        <Button icon="logout" wide onClick={on.onSignOut}>
          Đăng xuất
        </Button>
      </div>
      <div className={css.theme}>
        <ThemeChoice />
      </div>
    </div>
  )
}
