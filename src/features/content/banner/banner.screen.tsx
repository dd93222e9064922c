import { useState } from 'react'
import { Act, useAct } from '#web/act.tsx'
import { DataTable } from '#web/data-table.tsx'
import { Editor } from '#web/editor.tsx'
import { HistoryDrawer } from '#web/history.tsx'
import { ListScreen } from '#web/list-screen.tsx'
import { SearchBar } from '#web/search-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Validity } from '#web/ui/validity.tsx'
import { useChoices } from '#web/use-choices.ts'
import { useEditor } from '#web/use-editor.ts'
import { useAddressValue, useList, type RowOf } from '#web/use-list.ts'
import { paymentVendor } from '#features/settings/payment-vendor/payment-vendor.contract.ts'
import { banner, bannerPage } from './banner.contract.ts'

type BannerRow = RowOf<typeof banner.list>

const BannerOrder = lazyPart(() => import('./banner-order.screen.tsx'))

export default function BannerScreen() {
  const banners = useList(banner.list)
  const sources = useChoices(paymentVendor.list, (row) => ({ value: row.payment_vendor_id, label: row.vendor_name }))
  const remove = useAct(banner.delete, { done: 'Đã xóa banner.' })
  const [past, showPast] = useState<BannerRow | null>(null)
  const [arranged, arrange] = useAddressValue('order')
  const editor = useEditor({
    add: banner.add,
    update: banner.update,
    blank: { status: 1, list_payment: [] },
    fill: (row) => ({ list_payment: row.vendors.map((vendor) => vendor.payment_vendor_id) }),
  })
  const addButton = (
    <Act call={banner.add} variant="primary" icon="plus" onClick={() => editor.open()}>
      Thêm banner
    </Act>
  )
  const actions = (
    <>
      <Button icon="sort" onClick={() => arrange(String(sources.options[0]?.value ?? ''))}>
        Thứ tự hiển thị
      </Button>
      {addButton}
    </>
  )

  return (
    <ListScreen page={bannerPage} actions={actions}>
      <DataTable
        list={banners}
        noun="banner"
        columns={[
          'image_url',
          { key: 'title', width: 214 },
          'status',
          { key: 'place', width: 118 },
          { key: 'link', width: 130 },
          { key: 'vendors', width: 130, cell: (row) => row.vendors.map((vendor) => vendor.vendor_name).join(', ') },
          {
            key: 'from_date',
            head: 'Hiệu lực',
            width: 256,
            excel: ['from_date', 'to_date'],
            cell: (row) => <Validity from={row.from_date} to={row.to_date} />,
          },
          { key: 'created_by_name', width: 110 },
          'created_at',
          { key: 'updated_by_name', width: 130, hidden: true },
          { key: 'updated_at', hidden: true },
        ]}
        acts={(row) => [
          { call: banner.update, label: 'Sửa', icon: 'pencil', run: () => editor.open(row) },
          { call: banner.list, label: 'Lịch sử', icon: 'history', run: () => showPast(row) },
          {
            call: banner.delete,
            label: 'Xóa',
            icon: 'trash',
            danger: true,
            run: () => remove.mutate({ banner_id: row.banner_id }),
            confirm: `Xóa banner “${row.title}”? Banner sẽ không còn hiện trên ứng dụng bán vé.`,
          },
        ]}
        start={addButton}
        search={<SearchBar list={banners} keyword="Tiêu đề, đường dẫn" filters={['status', 'place']} />}
      />
      <Editor
        editor={editor}
        noun="banner"
        subject={(row: BannerRow) => row.title}
        fields={['title', 'image_url', 'place', 'status', 'link', 'from_date', 'to_date', 'list_payment']}
        choices={{ list_payment: sources }}
        hints={{ image_url: 'Mỗi ảnh chỉ dùng cho một banner', link: 'Nơi mở ra khi chạm vào banner' }}
      />
      {arranged !== null && <BannerOrder opened={arranged} onOpen={arrange} sources={sources.options} />}
      {past && <HistoryDrawer table="banner" id={past.banner_id} title={past.title} onClose={() => showPast(null)} />}
    </ListScreen>
  )
}
