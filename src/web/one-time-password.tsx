/** Tells a password that was made for someone: once, to whoever asked for it. */
import { Banner } from './ui/banner.tsx'
import { Button } from './ui/button.tsx'
import { Dialog } from './ui/dialog.tsx'
import { Stack } from './ui/layout.tsx'
import { SecretText } from './ui/secret-text.tsx'

interface OneTimePasswordProps {
  of: { full_name: string; user_name: string }
  password: string
  onClose: () => void
}

export function OneTimePassword({ of, password, onClose }: OneTimePasswordProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Mật khẩu dùng một lần"
      description={`${of.full_name} · ${of.user_name}`}
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
