/** The actions on a partner, for the list and the details, with the dialogs that they open. */
import { useState } from 'react'
import { useAct, type RowAct } from '#web/action/act.tsx'
import { Editor } from '#web/form/editor.tsx'
import { numberText } from '#web/value/format.ts'
import { localPhone } from '#contract/text/phone-text.ts'
import { isHeadOffice } from '#contract/person.ts'
import { HistoryDrawer } from '#web/record/history.tsx'
import { useRights } from '#web/session/rights.ts'
import { useEditor } from '#web/form/use-editor.ts'
import type { RowOf } from '#web/list/use-list.ts'
import { districtChoices } from '#features/partners/location/district-choices.screen.tsx'
import { partner } from './partner.contract.ts'
import { whyNot } from './partner.rules.ts'

export type PartnerRow = RowOf<typeof partner.list>

/** @param onGone called after the partner was deleted */
export function usePartnerActs(onGone: () => void) {
  const { me } = useRights()
  const [historyRow, setHistoryRow] = useState<PartnerRow | null>(null)
  const editor = useEditor({
    add: partner.add,
    update: partner.update,
    blank: { partner_type: 1, status: 1 },
    fill: (row) => ({ phone_int: row.phone_number && localPhone(row.phone_number) }),
  })
  const remove = useAct(partner.delete, { success: 'Đã xóa đại lý.', onDone: onGone })

  function actsOf(row: PartnerRow): RowAct[] {
    const { partner_id, partner_code, partner_name } = row
    const deletion: RowAct = {
      call: partner.delete,
      label: 'Xóa',
      icon: 'trash',
      danger: true,
      run: () => remove.mutate({ partner_id }),
      confirm: `Xóa đại lý ${partner_code} “${partner_name}”? Các tài khoản ngân hàng của đại lý cũng bị xóa; lịch sử vẫn được giữ.`,
      whyNot: whyNot.delete(row),
    }
    return [
      { call: partner.update, label: 'Sửa', icon: 'pencil', run: () => editor.open(row) },
      { call: partner.detail, label: 'Lịch sử', icon: 'history', run: () => setHistoryRow(row) },
      ...(isHeadOffice(me) ? [deletion] : []),
    ]
  }

  const edited = editor.session?.row as PartnerRow | null | undefined
  const posCountText = edited ? `. Đang có ${numberText(edited.pos_count)} điểm bán` : ''
  const dialogs = (
    <>
      <Editor
        editor={editor}
        noun="đại lý"
        subject={(row: PartnerRow) => `${row.partner_code} · ${row.partner_name}`}
        fields={[
          {
            title: 'Thông tin',
            fields: ['partner_code', 'partner_type', 'partner_name', 'tax_code', 'representative'],
          },
          { title: 'Liên hệ', fields: ['phone_int', 'email', 'province_id', 'district_id', 'address'] },
          {
            title: 'Hoạt động và hạn mức',
            fields: ['status', ...(isHeadOffice(me) ? ['pos_limit', 'debt_limit', 'statement_period'] : []), 'note'],
          },
        ]}
        choices={districtChoices}
        hints={{
          pos_limit: `Để trống là không giới hạn${posCountText}`,
          debt_limit:
            'Ngoài ký quỹ. Có mức thì máy ngừng thu tiền mặt khi đại lý nợ đến mức; để trống là không chi thêm',
          statement_period: 'Hết kỳ thì hệ thống tự lập bảng; để trống là lập tay',
        }}
      />
      {historyRow && (
        <HistoryDrawer
          table="partner"
          id={historyRow.partner_id}
          title={historyRow.partner_name}
          onClose={() => setHistoryRow(null)}
        />
      )}
    </>
  )
  return { add: () => editor.open(), actsOf, dialogs }
}
