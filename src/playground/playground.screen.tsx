import { useState } from 'react'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Tabs } from '#web/ui/action/tabs.tsx'
import { Actions } from './actions.tsx'
import { Charts } from './charts.tsx'
import { Fields } from './fields.tsx'
import { Foundations } from './foundations.tsx'
import { Lists } from './lists.tsx'
import { Messages } from './messages.tsx'
import { Notifications } from './notifications.tsx'
import { Pictures } from './pictures.tsx'
import { Records } from './records.tsx'
import { Sheets } from './sheets.tsx'
import { Structures } from './structures.tsx'

type Page =
  | 'foundations'
  | 'actions'
  | 'charts'
  | 'fields'
  | 'lists'
  | 'messages'
  | 'notifications'
  | 'pictures'
  | 'records'
  | 'sheets'
  | 'structures'

/** The living catalogue: every part in the states that screens put it in. */
export default function PlaygroundScreen() {
  const [page, setPage] = useState<Page>('actions')
  return (
    <Stack gap={4}>
      <PageHeader title="Bộ thành phần giao diện" subtitle="Mỗi thành phần dùng chung, với các trạng thái của nó." />
      <Tabs
        aria-label="Nhóm thành phần"
        value={page}
        onChange={setPage}
        tabs={[
          { value: 'actions', label: 'Nút và menu', content: <Actions /> },
          { value: 'fields', label: 'Ô nhập', content: <Fields /> },
          { value: 'lists', label: 'Bảng', content: <Lists /> },
          { value: 'charts', label: 'Biểu đồ', content: <Charts /> },
          { value: 'messages', label: 'Thông báo và hộp thoại', content: <Messages /> },
          { value: 'notifications', label: 'Chuông', content: <Notifications /> },
          { value: 'records', label: 'Bản ghi', content: <Records /> },
          { value: 'structures', label: 'Cây, ma trận, lịch sử', content: <Structures /> },
          { value: 'pictures', label: 'Ảnh, sắp xếp', content: <Pictures /> },
          { value: 'sheets', label: 'Excel', content: <Sheets /> },
          { value: 'foundations', label: 'Màu, chữ, biểu tượng', content: <Foundations /> },
        ]}
      />
    </Stack>
  )
}
