import { Panel } from '#web/ui/layout/panel.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Factors } from './factors.screen.tsx'

/** The person's own account: how they prove their identity. */
export default function SecurityScreen() {
  return (
    <Screen fill={false}>
      <PageHeader title="Bảo mật của tôi" />
      <Panel title="Bước xác minh thứ hai">
        <Stack>
          <Text tone="muted">
            Được hỏi sau mật khẩu khi đăng nhập, và hỏi lại trước các thao tác như chi tiền, đổi giới hạn, đổi quyền,
            chốt ngày.
          </Text>
          <Factors />
        </Stack>
      </Panel>
    </Screen>
  )
}
