import { useState } from 'react'
import { useAct } from '#web/action/act.tsx'
import { show } from '#web/value/kinds.tsx'
import { useRights } from '#web/session/rights.ts'
import { useChoices } from '#web/choices/use-choices.ts'
import { useLocalList } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { isHeadOffice } from '#contract/person.ts'
import { Pos, pos } from '#features/partners/pos/pos.contract.ts'
import type { PartnerRow } from './partner-acts.screen.tsx'
import { MemberPicker, Members } from './partner-members.screen.tsx'
import { partnerParts } from './partner-parts.contract.ts'
import { whyNot } from './partner.rules.ts'

const invalidated = ['cms/pos']

export function PartnerPos({ row }: { row: PartnerRow }) {
  const { partner_id } = row
  const { me } = useRights()
  const list = useLocalList(pos.list, { partner_id })
  const [picked, setPicked] = useState<number | null>(null)
  const freePos = useChoices(
    pos.listNotInPartner,
    (posRow) => ({
      value: posRow.pos_id,
      label: posRow.pos_name,
      detail: posRow.pos_code,
      whyNot:
        posRow.partner_id !== null &&
        `${posRow.pos_code} · ${posRow.partner_id === partner_id ? 'Đã thuộc đại lý này' : `Thuộc ${posRow.partner_name}`}`,
    }),
    { input: { partner_id, all: true }, chosen: picked === null ? [] : [picked], enabled: isHeadOffice(me) },
  )
  const add = useAct(partnerParts.addPos, {
    success: 'Đã gán điểm bán cho đại lý.',
    onDone: () => setPicked(null),
    invalidates: invalidated,
  })
  const remove = useAct(partnerParts.deletePos, { success: 'Đã gỡ điểm bán khỏi đại lý.', invalidates: invalidated })
  return (
    <Members
      noun="điểm bán"
      icon="store"
      list={list}
      keyword="Mã, tên, địa chỉ, SĐT"
      itemOf={(posRow) => ({
        key: posRow.pos_id,
        title: posRow.pos_name,
        badge: show(infoOf(Pos.shape.status), posRow.status),
        lines: [posRow.pos_code, `${posRow.address}, ${posRow.district_name}, ${posRow.province_name}`],
      })}
      removal={({ pos_id, pos_name }) => ({
        call: partnerParts.deletePos,
        label: 'Gỡ điểm bán',
        danger: true,
        run: () => remove.mutate({ partner_id, pos_id }),
        confirm: `Gỡ điểm bán “${pos_name}” khỏi đại lý? Điểm bán vẫn hoạt động nhưng không thuộc đại lý nào; người dùng của đại lý sẽ không còn thấy điểm bán này.`,
      })}
      picker={
        <MemberPicker
          call={partnerParts.addPos}
          label="Thêm điểm bán chưa thuộc đại lý nào"
          whyNot={whyNot.addPos(row)}
          choices={freePos}
          picked={picked}
          onPick={setPicked}
          busy={add.pending}
          onAdd={(pos_id) => add.mutate({ partner_id, pos_id })}
        />
      }
    />
  )
}
