import { Editor } from '#web/form/editor.tsx'
import { choicesOf } from '#web/choices/choice-source.ts'
import type { EditorState } from '#web/form/use-editor.ts'
import { group } from '#features/access/group/group.contract.ts'
import { partner } from '#features/partners/partner/partner.contract.ts'
import { baseStore } from '#features/tickets/base-store/base-store.contract.ts'
import { schedule, type AccountRow } from './account.contract.ts'

const choices = {
  list_group: choicesOf(group.list, (row) => ({ value: row.group_id, label: row.group_name, detail: row.description })),
  partner_id: choicesOf(
    partner.list,
    (row) => ({ value: row.partner_id, label: row.partner_name, detail: row.partner_code }),
    { key: 'only_id' },
  ),
  base_id: choicesOf(baseStore.list, (row) => ({ value: row.base_id, label: row.base_name, detail: row.base_code }), {
    key: 'base_id',
  }),
  schedule_id: choicesOf(schedule.list, (row) => ({
    value: row.schedule_id,
    label: row.schedule_name,
    detail: `${row.from_hour}h–${row.to_hour}h`,
  })),
}

export interface AccountEditorProps {
  editor: EditorState
}

export default function AccountEditor({ editor }: AccountEditorProps) {
  return (
    <Editor
      editor={editor}
      noun="tài khoản"
      subject={(row: AccountRow) => row.user_name}
      fields={[
        'user_name',
        'password',
        'full_name',
        'phone_int',
        'list_group',
        'email',
        'mobile_int',
        'birthday',
        'sex',
        'unit',
        'schedule_id',
        'partner_id',
        'base_id',
        'address',
      ]}
      choices={choices}
      hints={{
        user_name: 'Chữ thường không dấu, số, dấu chấm hoặc gạch dưới',
        password: 'Phải đổi ở lần đăng nhập đầu tiên',
      }}
    />
  )
}
