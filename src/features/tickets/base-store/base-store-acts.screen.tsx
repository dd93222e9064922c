/** The actions on a store, for the list and the details, with the dialogs that they open. */
import { useState } from 'react'
import type { RowAct } from '#web/action/act.tsx'
import { Editor } from '#web/form/editor.tsx'
import { localPhone } from '#contract/text/phone-text.ts'
import { isHeadOffice } from '#contract/person.ts'
import { HistoryDrawer } from '#web/record/history.tsx'
import { useRights } from '#web/session/rights.ts'
import { choicesOf } from '#web/choices/choice-source.ts'
import { useEditor } from '#web/form/use-editor.ts'
import type { RowOf } from '#web/list/use-list.ts'
import { drawArea } from '#features/tickets/draw-area/draw-area.contract.ts'
import { baseStore } from './base-store.contract.ts'
import { baseStoreChange } from './base-store-change.contract.ts'

export type BaseStoreRow = RowOf<typeof baseStore.list>

/** The calls that show stations with their stores, and the log. */
export const invalidated_by_store = ['cms/draw_area', 'cms/base_store', 'cms/config', 'cms/utility']

/** Names the store that has the station, because only that store can release it. */
const areas = choicesOf(drawArea.list, (row) => ({
  value: row.area_id,
  label: row.area_name,
  detail: row.base_name ?? 'chưa có kho',
}))

const head_office_fields = ['auto_approve', 'partial_import']

/**
 * Adding and changing a store, and its history; fields of the head office are hidden from others. `dialogs` must be
 * rendered once.
 */
export function useBaseStoreActs() {
  const { me } = useRights()
  const [historyRow, setHistoryRow] = useState<BaseStoreRow | null>(null)
  const isOfHeadOffice = isHeadOffice(me)
  const editor = useEditor({
    add: baseStoreChange.add,
    update: baseStoreChange.update,
    blank: { status: 1, auto_approve: false, partial_import: false, area_ids: [] },
    fill: (row) => ({ phone_int: row.phone_number && localPhone(row.phone_number) }),
    invalidates: invalidated_by_store,
  })
  const actsOf = (row: BaseStoreRow): RowAct[] => [
    { call: baseStoreChange.update, label: 'Sửa', icon: 'pencil', run: () => editor.open(row) },
    { call: baseStore.list, label: 'Lịch sử', icon: 'history', run: () => setHistoryRow(row) },
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
              ...(isOfHeadOffice ? ['base_code'] : []),
              'base_name',
              'phone_int',
              ...(isOfHeadOffice ? ['status'] : []),
              'address',
              'note',
            ],
          },
          {
            title: 'Nhập và hoàn vé',
            fields: [
              ...(isOfHeadOffice ? ['area_ids'] : []),
              'return_time',
              ...(isOfHeadOffice ? head_office_fields : []),
            ],
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
      {historyRow && (
        <HistoryDrawer
          table="base_store"
          id={historyRow.base_id}
          title={historyRow.base_name}
          onClose={() => setHistoryRow(null)}
        />
      )}
    </>
  )
  return { add: () => editor.open(), actsOf, dialogs }
}
