/** The actions on a point of sale, for the list and the details, with the dialogs that they open. */
import { useState } from 'react'
import { useAct, type RowAct } from '#web/action/act.tsx'
import type { Section } from '#web/form/editor-dialog.tsx'
import { Editor } from '#web/form/editor.tsx'
import { localPhone } from '#contract/text/phone-text.ts'
import { HistoryDrawer } from '#web/record/history.tsx'
import { isHeadOffice } from '#contract/person.ts'
import { useRights } from '#web/session/rights.ts'
import { choicesOf } from '#web/choices/choice-source.ts'
import { useEditor } from '#web/form/use-editor.ts'
import type { RowOf } from '#web/list/use-list.ts'
import { posGroup } from '#features/partners/data-permission/data-permission.contract.ts'
import { districtChoices } from '#features/partners/location/district-choices.screen.tsx'
import { partner } from '#features/partners/partner/partner.contract.ts'
import { partnerChoices } from '#features/partners/partner/partner-choices.screen.tsx'
import { pos } from './pos.contract.ts'

export type PosRow = RowOf<typeof pos.list>

/** Choices for the fields that name another record, in the form and in the filters. */
export const posChoices = {
  ...districtChoices,
  partner_id: partnerChoices,
  pos_group_id: choicesOf(posGroup.list, (row) => ({ value: row.pos_group_id, label: row.pos_group_name })),
}

/** The form's choices show how many more points of sale a partner may have. */
const formChoices = {
  ...posChoices,
  partner_id: choicesOf(
    partner.list,
    ({ partner_id, partner_name, partner_code, pos_limit, pos_count }) => ({
      value: partner_id,
      label: partner_name,
      detail: partner_code,
      whyNot: pos_limit != null && pos_count >= pos_limit && `Đã đủ ${pos_limit} điểm bán`,
    }),
    { key: 'only_id' },
  ),
}

const sections: Section[] = [
  {
    title: 'Thông tin',
    fields: ['pos_code', 'pos_name', 'partner_id', 'pos_group_id', 'contact_name', 'phone_int'],
  },
  { title: 'Vị trí', fields: ['address', 'province_id', 'district_id', 'position'] },
  { title: 'Hoạt động', fields: ['open_time', 'close_time', 'day_sale_limit', 'status', 'note'] },
]

/**
 * The fields that this person may fill in. The head office alone sets partner, limit, state and group; only somebody who is limited to groups chooses
 * one of them for a new point of sale.
 */
function fieldsFor(me: { partner_id: number | null; base_id: number | null }, isNew: boolean): Section[] {
  if (isHeadOffice(me)) return sections
  const hidden_fields = ['partner_id', 'day_sale_limit', 'status']
  if (!isNew) hidden_fields.push('pos_group_id')
  return sections.map(({ title, fields }) => ({
    title,
    fields: fields.filter((name) => !hidden_fields.includes(name)),
  }))
}

export function usePosActs(onGone: () => void) {
  const { me } = useRights()
  const [historyRow, setHistoryRow] = useState<PosRow | null>(null)
  const editor = useEditor({
    add: pos.add,
    update: pos.update,
    blank: { status: 1 },
    fill: (row) => ({ phone_int: row.phone_number && localPhone(row.phone_number) }),
    invalidates: invalidated,
  })
  const remove = useAct(pos.delete, { success: 'Đã xóa điểm bán.', onDone: onGone, invalidates: invalidated })

  const actsOf = (row: PosRow): RowAct[] => [
    { call: pos.update, label: 'Sửa', icon: 'pencil', run: () => editor.open(row) },
    { call: pos.list, label: 'Lịch sử', icon: 'history', run: () => setHistoryRow(row) },
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
        subject={(row: PosRow) => row.pos_name}
        fields={fieldsFor(me, !editor.session?.row)}
        choices={formChoices}
        hints={{
          day_sale_limit: 'Để trống là không giới hạn',
          ...(!isHeadOffice(me) && { pos_group_id: 'Chỉ chọn khi bạn được giao dữ liệu theo nhóm' }),
        }}
      />
      {historyRow && (
        <HistoryDrawer
          table="pos"
          id={historyRow.pos_id}
          title={historyRow.pos_name}
          onClose={() => setHistoryRow(null)}
        />
      )}
    </>
  )
  return { add: () => editor.open(), actsOf, dialogs }
}

/** Partners and groups show how many points of sale they have. */
const invalidated = ['cms/partner', 'cms/pos_group']
