/** What can be done to a point of sale, the same in the list and beside its details; with the dialogs that it takes. */
import { useState } from 'react'
import { useAct, type RowAct } from '#web/act.tsx'
import type { Section } from '#web/editor-dialog.tsx'
import { Editor } from '#web/editor.tsx'
import { localPhone } from '#contract/phone-text.ts'
import { HistoryDrawer } from '#web/history.tsx'
import { useRights } from '#web/rights.ts'
import { choicesOf } from '#web/use-choices.ts'
import { useEditor } from '#web/use-editor.ts'
import type { RowOf } from '#web/use-list.ts'
import { posGroup } from '#features/partners/data-permission/data-permission.contract.ts'
import { places } from '#features/partners/location/places.screen.tsx'
import { partners } from '#features/partners/partner/partner-choices.screen.tsx'
import { pos } from './pos.contract.ts'

export type PosInList = RowOf<typeof pos.list>

/** The fields that name another record, of the form and of the filters alike. */
export const posChoices = {
  ...places,
  partner_id: partners,
  pos_group_id: choicesOf(posGroup.list, (row) => ({ value: row.pos_group_id, label: row.pos_group_name })),
}

const sections: Section[] = [
  {
    title: 'Thông tin',
    fields: ['pos_code', 'pos_name', 'partner_id', 'pos_group_id', 'contact_name', 'phone_int'],
  },
  { title: 'Vị trí', fields: ['address', 'province_id', 'district_id', 'position'] },
  { title: 'Hoạt động', fields: ['open_time', 'close_time', 'day_sale_limit', 'status', 'note'] },
]
/** An operator's shops are always the own agent's. */
const sectionsOfOperator = sections.map(({ title, fields }) => ({
  title,
  fields: fields.filter((name) => name !== 'partner_id'),
}))

export function usePosActs(onGone: () => void) {
  const { me } = useRights()
  const [past, showPast] = useState<PosInList | null>(null)
  const editor = useEditor({
    add: pos.add,
    update: pos.update,
    blank: { status: 1 },
    fill: (row) => ({ phone_int: row.phone_number && localPhone(row.phone_number) }),
    touches: besides,
  })
  const remove = useAct(pos.delete, { done: 'Đã xóa điểm bán.', onDone: onGone, touches: besides })

  const actsOf = (row: PosInList): RowAct[] => [
    { call: pos.update, label: 'Sửa', icon: 'pencil', run: () => editor.open(row) },
    { call: pos.list, label: 'Lịch sử', icon: 'history', run: () => showPast(row) },
    {
      call: pos.delete,
      label: 'Xóa',
      icon: 'trash',
      danger: true,
      run: () => remove.mutate({ pos_id: row.pos_id }),
      confirm: `Xóa điểm bán “${row.pos_name}” (${row.pos_code})? Tài khoản ngân hàng và thiết bị của điểm bán cũng bị xóa.`,
    },
  ]
  const dialogs = (
    <>
      <Editor
        editor={editor}
        noun="POS"
        subject={(row: PosInList) => row.pos_name}
        fields={me.partner_id === null ? sections : sectionsOfOperator}
        choices={posChoices}
        hints={{ day_sale_limit: 'Để trống là không giới hạn' }}
      />
      {past && <HistoryDrawer table="pos" id={past.pos_id} title={past.pos_name} onClose={() => showPast(null)} />}
    </>
  )
  return { add: () => editor.open(), actsOf, dialogs }
}

/** Agents and groups count their shops. */
const besides = ['cms/partner', 'cms/pos_group', 'cms/audit']
