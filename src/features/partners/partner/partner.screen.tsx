import { useState } from 'react'
import { Act } from '#web/action/act.tsx'
import type { ColumnSpec } from '#web/list/columns.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { numberText } from '#web/value/format.ts'
import { HeaderActs } from '#web/list/header-acts.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { useRights } from '#web/session/rights.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { lazyPart, loadPatiently } from '#web/ui/base/lazy-part.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { useOpenRecord } from '#web/record/open-record.ts'
import { useList } from '#web/list/use-list.ts'
import { isHeadOffice } from '#contract/person.ts'
import { districtChoices } from '#features/partners/location/district-choices.screen.tsx'
import {
  merchantDiscount,
  MerchantDiscountRow,
} from '#features/partners/merchant-discount/merchant-discount.contract.ts'
import { partnerPage } from '#features/partners/pages.contract.ts'
import { usePartnerActs, type PartnerRow } from './partner-acts.screen.tsx'
import type { PartnerDetailProps } from './partner-detail.screen.tsx'
import { partner } from './partner.contract.ts'
import { whyNot } from './partner.rules.ts'

const PartnerDetail = lazyPart(() => import('./partner-detail.screen.tsx'), {
  mountWhen: ({ record }: PartnerDetailProps) => record.id !== null,
})
const DiscountImport = lazyPart(() => import('#features/partners/merchant-discount/discount-import.screen.tsx'))
const PartnerImport = lazyPart(() => import('./partner-import.screen.tsx'))

const columns: readonly ColumnSpec<PartnerRow>[] = [
  { key: 'partner_code', width: 96 },
  { key: 'partner_name', width: 214 },
  { key: 'partner_type', width: 104 },
  {
    key: 'pos_count',
    head: 'Số POS / hạn mức',
    width: 152,
    excel: ['pos_count', 'pos_limit'],
    cell: (row) => <PosCount row={row} />,
  },
  { key: 'tax_code', width: 132 },
  { key: 'representative', width: 136 },
  'phone_number',
  {
    key: 'province_name',
    head: 'Tỉnh/Quận',
    width: 160,
    excel: ['province_name', 'district_name'],
    cell: (row) => [row.district_name, row.province_name].filter(Boolean).join(', '),
  },
  'status',
  { key: 'email', hidden: true },
  { key: 'address', width: 240, hidden: true },
  { key: 'note', width: 200, hidden: true },
  { key: 'created_by_name', width: 120, hidden: true },
  { key: 'created_at', hidden: true },
  { key: 'updated_by_name', width: 130, hidden: true },
  { key: 'updated_at', hidden: true },
]

export default function PartnerScreen() {
  const { me } = useRights()
  const partners = useList(partner.list)
  const record = useOpenRecord(partners, 'partner_id', (row) => row.partner_id)
  const [importing, setImporting] = useState<'partners' | 'discounts' | null>(null)
  const { add, actsOf, dialogs } = usePartnerActs(record.close)
  const isOwn = isHeadOffice(me)
  const addButton = isOwn && (
    <Act call={partner.add} variant="primary" icon="plus" onClick={add}>
      Thêm đại lý
    </Act>
  )
  const actions = (
    <>
      <HeaderActs
        acts={[
          { label: 'Mẫu chiết khấu đại lý', icon: 'download', onSelect: () => void downloadDiscountTemplate() },
          ...(isOwn
            ? ([
                {
                  call: merchantDiscount.import,
                  label: 'Nhập chiết khấu',
                  icon: 'upload',
                  onSelect: () => setImporting('discounts'),
                },
                {
                  call: partner.import,
                  label: 'Nhập từ tệp',
                  icon: 'upload',
                  onSelect: () => setImporting('partners'),
                },
              ] as const)
            : []),
        ]}
      />
      {addButton}
    </>
  )

  return (
    <ListScreen page={partnerPage} actions={actions}>
      <DataTable
        list={partners}
        noun="đại lý"
        columns={columns}
        acts={actsOf}
        onOpen={record.open}
        isOpen={record.isOpen}
        start={addButton}
        search={
          <SearchBar
            list={partners}
            keyword="Mã, tên, MST, người đại diện, SĐT"
            filters={[
              'status',
              'partner_type',
              { name: 'province_id', choices: districtChoices.province_id },
              { name: 'district_id', choices: districtChoices.district_id },
            ]}
          />
        }
      />
      <PartnerDetail record={record} actsOf={actsOf} />
      {dialogs}
      {importing === 'partners' && <PartnerImport onClose={() => setImporting(null)} />}
      {importing === 'discounts' && <DiscountImport onClose={() => setImporting(null)} />}
    </ListScreen>
  )
}

function PosCount({ row }: { row: PartnerRow }) {
  const { pos_count, pos_limit } = row
  const limit = pos_limit == null ? 'không giới hạn' : numberText(pos_limit)
  return (
    <Text as="span" tone={whyNot.addPos(row) ? 'amber' : 'normal'}>
      {numberText(pos_count)} / {limit}
    </Text>
  )
}

/** The workbook writer is loaded on first use. */
async function downloadDiscountTemplate() {
  try {
    const { downloadTemplate } = await loadPatiently(() => import('#web/excel/import/template.ts'))
    await downloadTemplate('chiet-khau-dai-ly', MerchantDiscountRow)
  } catch {
    toast.error('Không tạo được tệp mẫu trên trình duyệt này.')
  }
}
