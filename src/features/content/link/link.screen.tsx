import { RecordScreen } from '#web/record/record-screen.tsx'
import { product } from '#features/results/product/product.contract.ts'
import { linkPage } from '../pages.contract.ts'
import { link, LinkRecord } from './link.contract.ts'

export default function LinkScreen() {
  return (
    <RecordScreen
      page={linkPage}
      calls={link}
      record={LinkRecord}
      noun="link"
      nameOf={(row) => row.link_name}
      columns={[
        { key: 'link_name', width: 220 },
        { key: 'category', width: 130 },
        'status',
        'url',
        { key: 'created_by_name', width: 130 },
        'created_at',
        { key: 'updated_by_name', width: 130, hidden: true },
        { key: 'updated_at', hidden: true },
      ]}
      search={{ keyword: 'Tên, đường dẫn', filters: ['category', 'status'] }}
      editor={{
        fields: ['link_name', 'category', 'url', 'status'],
        hints: { url: 'Nơi ứng dụng mở để khách xem quay trực tiếp' },
        blank: { category: product.keno, status: 1 },
      }}
      deletion="Ứng dụng sẽ không còn mở link này."
    />
  )
}
