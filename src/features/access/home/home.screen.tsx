import { Stack } from '#web/ui/layout.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

export default function HomeScreen() {
  return (
    <Stack>
      <PageHeader title="Trang chủ" />
    </Stack>
  )
}
