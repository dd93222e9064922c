import { choicesOf } from '#web/choices/choice-source.ts'
import { useAddressValue } from '#web/list/use-list.ts'
import { RecordScreen } from '#web/record/record-screen.tsx'
import { HeaderActs } from '#web/list/header-acts.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Validity } from '#web/ui/date/validity.tsx'
import { paymentVendor, vendorOption } from '#features/settings/payment-vendor/payment-vendor.contract.ts'
import { bannerPage } from '../pages.contract.ts'
import { banner, BannerRecord } from './banner.contract.ts'

const BannerOrder = lazyPart(() => import('./banner-order.screen.tsx'))

const vendors = choicesOf(paymentVendor.list, vendorOption)

export default function BannerScreen() {
  const [orderedVendor, setOrderedVendor] = useAddressValue('order')
  return (
    <RecordScreen
      page={bannerPage}
      calls={banner}
      record={BannerRecord}
      noun="banner"
      nameOf={(row) => row.title}
      columns={[
        'image_url',
        { key: 'title', width: 214 },
        'status',
        { key: 'place', width: 118 },
        {
          key: 'from_date',
          head: 'Hiệu lực',
          width: 256,
          excel: ['from_date', 'to_date'],
          cell: (row) => <Validity from={row.from_date} to={row.to_date} />,
        },
        { key: 'link', width: 130 },
        { key: 'vendors', width: 130, cell: (row) => row.vendors.map((vendor) => vendor.vendor_name).join(', ') },
        { key: 'image_alt', width: 200, hidden: true },
        { key: 'created_by_name', width: 110 },
        'created_at',
        { key: 'updated_by_name', width: 130, hidden: true },
        { key: 'updated_at', hidden: true },
      ]}
      search={{ keyword: 'Tiêu đề, đường dẫn', filters: ['status', 'place'] }}
      editor={{
        fields: ['title', 'image_url', 'image_alt', 'place', 'status', 'link', 'from_date', 'to_date', 'list_payment'],
        choices: { list_payment: vendors },
        hints: {
          image_url: 'Mỗi ảnh chỉ dùng cho một banner',
          image_alt: 'Cho người không xem được ảnh: trong ảnh có gì',
          link: 'Nơi mở ra khi chạm vào banner',
        },
        blank: { status: 1, list_payment: [] },
        preview: ({ title = '', image_url = '', image_alt = '' }) => ({ as: 'banner', title, image_url, image_alt }),
        fill: (row) => ({ list_payment: row.vendors.map((vendor) => vendor.payment_vendor_id) }),
      }}
      deletion="Banner sẽ không còn hiện trên ứng dụng bán vé."
      actions={
        <HeaderActs acts={[{ label: 'Thứ tự hiển thị', icon: 'sort', onSelect: () => setOrderedVendor('0') }]} />
      }
    >
      {orderedVendor !== null && <BannerOrder opened={orderedVendor} onOpen={setOrderedVendor} />}
    </RecordScreen>
  )
}
