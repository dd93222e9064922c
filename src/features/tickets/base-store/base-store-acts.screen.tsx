/** What can be done to a store, the same in the list and beside its details; with the form and the history that it takes. */
import { useState } from 'react'
import type { RowAct } from '#web/act.tsx'
import { Editor } from '#web/editor.tsx'
import { localPhone } from '#contract/phone-text.ts'
import { isHeadOffice } from '#contract/person.ts'
import { HistoryDrawer } from '#web/history.tsx'
import { useRights } from '#web/rights.ts'
import { choicesOf } from '#web/use-choices.ts'
import { useEditor } from '#web/use-editor.ts'
import type { RowOf } from '#web/use-list.ts'
import { drawArea } from '#features/tickets/draw-area/draw-area.contract.ts'
import { baseStore } from './base-store.contract.ts'

export type BaseStoreRow = RowOf<typeof baseStore.list>

/** What shows stations with their stores, and what logs it. */
export const storeTouches = ['cms/draw_area', 'cms/base_store', 'cms/config', 'cms/utility', 'cms/audit']

/** Of a station that has a store it is said which: it can be given away only by that one. */
const areas = choicesOf(drawArea.list, (row) => ({
  value: row.area_id,
  label: row.area_name,
  detail: row.base_name ?? 'chưa có kho',
}))

const of_head_office = ['auto_approve', 'partial_import']

export function useBaseStoreActs() {
  const { me } = useRights()
  const [past, showPast] = useState<BaseStoreRow | null>(null)
  const all = isHeadOffice(me)
  const editor = useEditor({
    add: baseStore.add,
    update: baseStore.update,
    blank: { status: 1, auto_approve: false, partial_import: false, area_ids: [] },
    fill: (row) => ({ phone_int: row.phone_number && localPhone(row.phone_number) }),
    touches: storeTouches,
  })
  const actsOf = (row: BaseStoreRow): RowAct[] => [
    { call: baseStore.update, label: 'Sửa', icon: 'pencil', run: () => editor.open(row) },
    { call: baseStore.list, label: 'Lịch sử', icon: 'history', run: () => showPast(row) },
  ]
  const dialogs = (
    <>
      <Editor
        editor={editor}
        noun="kho"
        subject={(row: BaseStoreRow) => `${row.base_code} · ${row.base_name}`}
        fields={[
          {
            title: 'Thông tin',
            fields: [
              ...(all ? ['base_code'] : []),
              'base_name',
              'phone_int',
              ...(all ? ['status'] : []),
              'address',
              'note',
            ],
          },
          {
            title: 'Nhập và hoàn vé',
            fields: [...(all ? ['area_ids'] : []), 'return_time', ...(all ? of_head_office : [])],
          },
        ]}
        choices={{ area_ids: areas }}
        hints={{
          area_ids: 'Mỗi đài chỉ thuộc một kho',
          return_time: 'Để trống là theo giờ của từng đài',
          auto_approve:
            'Phiếu nhập vé thường đủ điều kiện được duyệt ngay, không cần người khác duyệt; vé cặp nguyên vẫn cần',
          partial_import: 'Nếu tắt, tệp có dòng lỗi bị từ chối cả tệp',
        }}
      />
      {past && (
        <HistoryDrawer table="base_store" id={past.base_id} title={past.base_name} onClose={() => showPast(null)} />
      )}
    </>
  )
  return { add: () => editor.open(), actsOf, dialogs }
}
