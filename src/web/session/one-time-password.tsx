import { Banner } from '#web/ui/message/banner.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { SecretText } from '#web/ui/show/secret-text.tsx'

interface OneTimePasswordProps {
  account: { full_name: string; user_name: string }
  password: string
  onClose: () => void
}

/** The dialog that shows a new one-time password, once, to the person who requested it. */
export function OneTimePassword({ account, password, onClose }: OneTimePasswordProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Mật khẩu dùng một lần"
      description={`${account.full_name} · ${account.user_name}`}
      size="sm"
      footer={
        <Button variant="primary" onClick={onClose}>
          Tôi đã ghi lại
        </Button>
      }
    >
      <Stack>
        <SecretText text={password} label="Sao chép mật khẩu" />
        <Banner kind="info">
          Mật khẩu này chỉ hiện một lần. Người dùng phải đổi mật khẩu ở lần đăng nhập tiếp theo.
        </Banner>
      </Stack>
    </Dialog>
  )
}
