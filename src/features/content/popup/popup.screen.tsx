import { choicesOf } from '#web/choices/choice-source.ts'
import { RecordScreen } from '#web/record/record-screen.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { paymentVendor, vendorOption } from '#features/settings/payment-vendor/payment-vendor.contract.ts'
import { popupPage } from '../pages.contract.ts'
import { popup, PopupRecord } from './popup.contract.ts'

const vendors = choicesOf(paymentVendor.list, vendorOption)

export default function PopupScreen() {
  return (
    <RecordScreen
      page={popupPage}
      calls={popup}
      record={PopupRecord}
      noun="thông báo"
      nameOf={(row) => row.title}
      columns={[
        'image_url',
        { key: 'title', width: 220 },
        'status',
        { key: 'position', width: 76 },
        {
          key: 'overlaps',
          width: 170,
          cell: (row) =>
            row.overlaps.length > 0 && (
              <Text as="span" tone="amber" cut>
                {row.overlaps.join(', ')}
              </Text>
            ),
        },
        { key: 'start_at', width: 132 },
        { key: 'end_at', width: 132 },
        { key: 'places', width: 170 },
        {
          key: 'vendors',
          width: 150,
          hidden: true,
          cell: (row) => row.vendors.map((vendor) => vendor.vendor_name).join(', '),
          empty: 'Mọi nguồn',
        },
        { key: 'created_by_name', width: 130, hidden: true },
        { key: 'created_at', hidden: true },
        { key: 'updated_by_name', width: 130, hidden: true },
        { key: 'updated_at', hidden: true },
        { key: 'content', width: 300, hidden: true },
      ]}
      search={{ keyword: 'Tiêu đề', filters: ['status'] }}
      editor={{
        fields: [
          'title',
          'content',
          'image_url',
          'image_alt',
          'link',
          'button_text',
          'places',
          'list_payment',
          'start_at',
          'end_at',
          'show_times',
          'show_every',
          'position',
          'status',
        ],
        choices: { list_payment: vendors },
        hints: {
          image_alt: 'Bắt buộc khi có ảnh: trong ảnh có gì',
          list_payment: 'Để trống: mọi nguồn',
          position: 'Số nhỏ hiện trước khi trùng lúc',
        },
        blank: { status: 1, list_payment: [], places: ['home'], position: 0, show_times: 1, show_every: 'day' },
        fill: (row) => ({ list_payment: row.vendors.map((vendor) => vendor.payment_vendor_id) }),
        preview: ({ title = '', content = '', image_url = '', image_alt = '', button_text = '' }) => ({
          as: 'popup',
          title,
          content,
          image_url,
          image_alt,
          button: button_text,
        }),
      }}
      deletion="Khách sẽ không còn thấy thông báo này."
    />
  )
}
