/** Approves a requested account by giving it groups; without any it could not open a page. */
import { useState } from 'react'
import { useAct } from '#web/action/act.tsx'
import { momentText, phoneText } from '#web/value/format.ts'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { MultiCombobox } from '#web/ui/choice/multi-combobox.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { useChoices } from '#web/choices/use-choices.ts'
import { group } from '#features/access/group/group.contract.ts'
import { account, accountStatus, type AccountRow } from './account.contract.ts'

export default function ApproveDialog({ row, onClose }: { row: AccountRow; onClose: () => void }) {
  const [list_group, setListGroup] = useState<number[]>([])
  const groups = useChoices(group.list, ({ group_id, group_name, description }) => ({
    value: group_id,
    label: group_name,
    detail: description,
  }))
  const approve = useAct(account.update, {
    success: 'Đã duyệt tài khoản.',
    onDone: onClose,
    invalidates: ['cms/group', 'cms/group_users'],
  })
  const { user_id, version } = row
  return (
    <Dialog
      open
      onClose={onClose}
      title="Duyệt yêu cầu mở tài khoản"
      description={`${row.full_name} · ${row.user_name}`}
      size="md"
      dirty={list_group.length > 0}
      saveLabel="Duyệt"
      saving={approve.pending}
      saveWhyNot={list_group.length === 0 && 'Hãy chọn ít nhất một nhóm.'}
      onSubmit={() => approve.mutate({ user_id, version, status: accountStatus.active, list_group })}
    >
      <Stack gap={4}>
        <DescriptionList
          items={[
            { label: 'Số điện thoại', value: row.phone_number && phoneText(row.phone_number) },
            { label: 'Email', value: row.email },
            { label: 'Đơn vị', value: row.unit },
            { label: 'Gửi lúc', value: momentText(row.created_at) },
          ]}
        />
        <Field label="Nhóm người dùng" required hint="Nhóm quyết định người này được xem và làm gì.">
          <MultiCombobox value={list_group} onChange={setListGroup} placeholder="Chọn nhóm" {...groups} />
        </Field>
      </Stack>
    </Dialog>
  )
}
