import { useRead } from '#web/call/api.ts'
import { showFailure } from '#web/call/failure-toast.ts'
import { send, type SendFailure } from '#web/call/send.ts'
import { Menu } from '#web/ui/action/menu.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { group } from './group.contract.ts'
import { chosenRights, type ChosenRights } from '#web/session/rights-matrix.ts'

/** Copies the rights of another group in place of those chosen here. */
export function GroupCopy({ own_id, onCopy }: { own_id: number | null; onCopy: (chosen: ChosenRights) => void }) {
  const groups = useRead(group.list, { page_size: 300 }, { fresh_ms: 60_000 })
  const otherGroups = groups.data?.items.filter(({ group_id }) => group_id !== own_id) ?? []

  async function copy(group_id: number, name: string) {
    try {
      const info = await send(group.info, { group_id })
      onCopy(chosenRights(info.group_page_infos))
      toast.info(`Đã chép quyền của nhóm “${name}”. Chưa lưu.`)
    } catch (failure) {
      showFailure(failure as SendFailure)
    }
  }
  return (
    <Menu
      text
      icon="copy"
      label="Chép từ nhóm khác"
      items={otherGroups.map((otherGroup) => ({
        label: otherGroup.group_name,
        hint: `${otherGroup.right_count} quyền`,
        onSelect: () => void copy(otherGroup.group_id, otherGroup.group_name),
      }))}
    />
  )
}
