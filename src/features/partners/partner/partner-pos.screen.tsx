import { useState } from 'react'
import { useAct } from '#web/action/act.tsx'
import { show } from '#web/value/kinds.tsx'
import { useRights } from '#web/session/rights.ts'
import { useChoices } from '#web/choices/use-choices.ts'
import { useLocalList } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { Pos, pos } from '#features/partners/pos/pos.contract.ts'
import type { PartnerRow } from './partner-acts.screen.tsx'
import { MemberPicker, Members } from './partner-members.screen.tsx'
import { partnerParts } from './partner-parts.contract.ts'
import { whyNot } from './partner.rules.ts'

const invalidated = ['cms/pos', 'cms/audit']

export function PartnerPos({ row }: { row: PartnerRow }) {
  const { partner_id } = row
  const { me } = useRights()
  const list = useLocalList(pos.list, { partner_id })
  const [picked, setPicked] = useState<number | null>(null)
  const freePos = useChoices(
    pos.listNotInPartner,
    (one) => ({
      value: one.pos_id,
      label: one.pos_name,
      detail: one.pos_code,
      whyNot:
        one.partner_id !== null &&
        `${one.pos_code} · ${one.partner_id === partner_id ? 'Đã thuộc đại lý này' : `Thuộc ${one.partner_name}`}`,
    }),
    { input: { partner_id, all: true }, chosen: picked === null ? [] : [picked], enabled: me.partner_id === null },
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
      itemOf={(one) => ({
        key: one.pos_id,
        title: one.pos_name,
        badge: show(infoOf(Pos.shape.status), one.status),
        lines: [one.pos_code, `${one.address}, ${one.district_name}, ${one.province_name}`],
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
