import { useState } from 'react'
import { useAct } from '#web/action/act.tsx'
import { phoneText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { useRights } from '#web/session/rights.ts'
import { useChoices } from '#web/choices/use-choices.ts'
import { useLocalList } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { isHeadOffice } from '#contract/person.ts'
import { MemberPicker, Members } from './partner-members.screen.tsx'
import { PartnerUser } from './partner-parts.contract.ts'
import { partnerParts } from './partner-parts.contract.ts'
import { whyNot } from './partner.rules.ts'

const invalidated = ['cms/account']

export function PartnerUsers({ partner_id }: { partner_id: number }) {
  const { me } = useRights()
  const list = useLocalList(partnerParts.users, { partner_id })
  const [picked, setPicked] = useState<number | null>(null)
  const freeUsers = useChoices(
    partnerParts.usersOutside,
    (user) => ({
      value: user.user_id,
      label: user.full_name,
      detail: user.user_name,
      whyNot: user.partner_name !== null && `${user.user_name} · Thuộc ${user.partner_name}`,
    }),
    { input: { partner_id, all: true }, chosen: picked === null ? [] : [picked], enabled: isHeadOffice(me) },
  )
  const add = useAct(partnerParts.addUser, {
    success: 'Đã thêm người dùng vào đại lý.',
    onDone: () => setPicked(null),
    invalidates: invalidated,
  })
  const remove = useAct(partnerParts.deleteUser, {
    success: 'Đã gỡ người dùng và khóa tài khoản.',
    invalidates: invalidated,
  })
  return (
    <Members
      noun="người dùng"
      icon="user"
      list={list}
      keyword="Tên đăng nhập, họ tên, SĐT"
      itemOf={(user) => ({
        key: user.user_id,
        title: user.full_name,
        badge: show(infoOf(PartnerUser.shape.status), user.status),
        lines: [user.user_name, user.phone_number && phoneText(user.phone_number)].filter(Boolean),
      })}
      removal={({ user_id, user_name, full_name }) => ({
        call: partnerParts.deleteUser,
        label: 'Gỡ người dùng',
        danger: true,
        run: () => remove.mutate({ partner_id, user_id }),
        confirm: {
          message: `Gỡ ${full_name} (${user_name}) khỏi đại lý? Tài khoản sẽ bị khóa và đăng xuất khỏi mọi phiên, vì tài khoản không thuộc đại lý nào xem được dữ liệu của mọi đại lý. Muốn dùng lại, hãy thêm vào một đại lý rồi mở khóa ở trang Tài khoản.`,
          confirmLabel: 'Gỡ và khóa',
        },
      })}
      picker={
        <MemberPicker
          call={partnerParts.addUser}
          label="Thêm người dùng chưa thuộc đại lý nào"
          whyNot={whyNot.addUser(me, picked)}
          choices={freeUsers}
          picked={picked}
          onPick={setPicked}
          busy={add.pending}
          onAdd={(user_id) => add.mutate({ partner_id, user_id })}
        />
      }
    />
  )
}
