/** Adds customers to a VIP group: typed, pasted or from a file, with the outcome for each number. */
import { useState } from 'react'
import { useRead, useWrite } from '#web/call/api.ts'
import { send } from '#web/call/send.ts'
import { ImportDialog } from '#web/excel/import/import-dialog.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { groupType, groupVip } from '../group-vip/group-vip.contract.ts'
import { groupVipAccount, MemberImportRow } from './group-vip-account.contract.ts'

interface AddMembersProps {
  /** The group chosen at first. */
  group_vip_id: number | null
  onClose: () => void
}

type Row = { msisdn: string }
const numbers = (rows: readonly Row[]) => rows.map(({ msisdn }) => msisdn)

export default function AddMembers({ group_vip_id: initial_group, onClose }: AddMembersProps) {
  const groups = useRead(groupVip.list, { type: groupType.vip, page_size: 300, part: 'rows' })
  const [chosen, setChosen] = useState(initial_group)
  const add = useWrite(groupVipAccount.add, { invalidates: ['cms/group_vip'], onFailure: () => {} })
  const options = groups.data?.items.map((group) => ({ value: group.group_vip_id, label: group.name })) ?? []
  const group_vip_id = chosen ?? options[0]?.value ?? null
  if (group_vip_id === null)
    return (
      <Dialog open onClose={onClose} title="Thêm khách vào nhóm">
        {groups.data && (
          <EmptyState kind="empty" title="Chưa có nhóm VIP nào" message="Hãy thêm một nhóm loại VIP trước." />
        )}
      </Dialog>
    )
  return (
    <ImportDialog
      key={group_vip_id}
      title="Thêm khách vào nhóm"
      description="Mỗi khách ở một nhóm VIP. Số đang ở nhóm khác được chỉ ra từng dòng và không bị chuyển."
      name="khach-trong-nhom"
      noun="khách"
      row={MemberImportRow}
      unique={['msisdn']}
      rowsAtOnce={500}
      paste={{ label: 'Gõ hoặc dán số điện thoại', hint: 'Mỗi dòng một số, hoặc cách nhau bằng dấu phẩy.' }}
      above={
        <Field label="Nhóm" required>
          <Select value={group_vip_id} onChange={setChosen} options={options} />
        </Field>
      }
      tryRows={(rows, signal) =>
        send(groupVipAccount.add, { group_vip_id, msisdn: numbers(rows), dry_run: true }, { signal })
      }
      send={async (rows, { transid }) =>
        (await add.mutateAsync({ group_vip_id, msisdn: numbers(rows) }, { transid })).refused
      }
      onClose={onClose}
    />
  )
}
