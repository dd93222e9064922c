import { RecordScreen } from '#web/record/record-screen.tsx'
import { useWhyNotHeadOffice } from '#web/session/head-office.ts'
import { maintenancePage } from '../pages.contract.ts'
import { maintenance, MaintenanceRecord } from './maintenance.contract.ts'

export default function MaintenanceScreen() {
  const whyNotChange = useWhyNotHeadOffice()
  return (
    <RecordScreen
      page={maintenancePage}
      calls={maintenance}
      record={MaintenanceRecord}
      whyNotChange={whyNotChange}
      noun="lịch bảo trì"
      nameOf={(row) => row.content}
      columns={[
        'start_at',
        'end_at',
        {
          key: 'categories',
          width: 220,
          empty: 'Mọi sản phẩm',
        },
        { key: 'content' },
        'status',
        { key: 'created_by_name', width: 130 },
        { key: 'created_at', hidden: true },
        { key: 'updated_by_name', width: 130, hidden: true },
        { key: 'updated_at', hidden: true },
      ]}
      search={{ keyword: 'Nội dung', filters: ['status'] }}
      editor={{
        fields: ['start_at', 'end_at', 'categories', 'content', 'status', 'accept_hits'],
        hints: {
          categories: 'Để trống: mọi sản phẩm',
          content: 'Khách đặt mua trong giờ bảo trì thấy đúng câu này',
        },
        blank: { status: 1, categories: [], accept_hits: false },
      }}
      deletion="Nếu đang bảo trì, các máy bán hàng nhận đơn lại ngay."
    />
  )
}
