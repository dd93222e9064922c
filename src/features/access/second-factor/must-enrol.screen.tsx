import { EntryLayout } from '#web/entry/entry-layout.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { signOut } from '#features/access/sign-in/sign-out.screen.tsx'
import { Factors } from './factors.screen.tsx'

/** The grace period for setting up a second factor is over: nothing else works until there is one. */
export default function MustEnrol({ onDone }: { onDone: () => void }) {
  return (
    <EntryLayout>
      <Stack>
        <Heading level={1}>Thiết lập bước xác minh thứ hai</Heading>
        <Text tone="muted">
          Tài khoản của bạn quyết định về tiền, nên mật khẩu thôi chưa đủ. Hãy thêm một cách xác minh để tiếp tục.
        </Text>
        <Factors onFirst={onDone} />
        <Button variant="quiet" icon="logout" wide onClick={signOut}>
          Đăng xuất
        </Button>
      </Stack>
    </EntryLayout>
  )
}
