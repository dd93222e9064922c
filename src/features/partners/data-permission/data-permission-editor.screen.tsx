/** Edits the scope of one person: everything, or selected groups and single points of sale. */
import { useState } from 'react'
import { useRead, useWrite } from '#web/call/api.ts'
import { showFailure } from '#web/call/failure-toast.ts'
import { useRights } from '#web/session/rights.ts'
import { Refusal } from '#web/call/send.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { RadioGroup } from '#web/ui/field/radio-group.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import type { AnswerOf } from '#contract/call.ts'
import { dataPermission, max_pos_groups, max_single_pos } from './data-permission.contract.ts'
import { PosTree, type PosSelection } from './pos-tree.screen.tsx'

type Permission = AnswerOf<typeof dataPermission.get>

interface EditorProps {
  user_id: number
  onClose: () => void
}

export function DataPermissionEditor({ user_id, onClose }: EditorProps) {
  const { can, me } = useRights()
  const permission = useRead(dataPermission.get, { user_id })
  const [edited, setEdited] = useState<PosSelection | null>(null)
  const [changedByOther, setChangedByOther] = useState(false)
  const save = useWrite(dataPermission.set, {
    onSuccess: () => {
      toast.success('Đã lưu phạm vi dữ liệu. Có hiệu lực ngay.')
      onClose()
    },
    onFailure: (failure) => {
      if (!(failure instanceof Refusal && failure.error === 'changed_by_other')) return showFailure(failure)
      setEdited(null)
      setChangedByOther(true)
      void permission.refetch()
    },
  })
  const storedSelection = permission.data ? selectionOf(permission.data) : null
  const selection = edited ?? storedSelection
  const changed = storedSelection !== null && selection !== null && textOf(selection) !== textOf(storedSelection)
  const isOwn = me?.user_id === user_id
  const whyNot = isOwn ? own_text : !can(dataPermission.set) && 'Bạn không có quyền thay đổi.'

  function submit() {
    if (!selection || !permission.data) return
    save.mutate({
      user_id,
      version: permission.data.version,
      is_limited: selection.is_limited,
      pos_group_id: [...selection.groups],
      pos_id: [...selection.pos.keys()],
    })
  }
  return (
    <Dialog
      open
      edge
      size="lg"
      title={permission.data ? `Phạm vi dữ liệu của ${permission.data.full_name}` : 'Phạm vi dữ liệu'}
      description={permission.data?.user_name}
      dirty={changed}
      onClose={onClose}
      saving={save.pending}
      saveWhyNot={whyNot || whyNotSave(selection, changed)}
      {...(can(dataPermission.set) && { onSubmit: submit })}
    >
      <ReadFallback read={permission} />
      {selection && permission.data && (
        <Stack gap={4}>
          {changedByOther && (
            <Banner kind="warning">
              Người khác vừa đổi phạm vi của người này nên thay đổi của bạn chưa được lưu. Dưới đây là phạm vi mới nhất.
            </Banner>
          )}
          <ScopeFields permission={permission.data} selection={selection} whyNot={whyNot} onChange={setEdited} />
        </Stack>
      )}
    </Dialog>
  )
}

interface ChoiceProps {
  permission: Permission
  selection: PosSelection
  whyNot: string | false
  onChange: (selection: PosSelection) => void
}

function ScopeFields({ permission: { partner_name, groups }, selection, whyNot, onChange }: ChoiceProps) {
  return (
    <>
      <Field label="Được xem" group>
        <RadioGroup
          value={selection.is_limited}
          onChange={(is_limited) => onChange({ ...selection, is_limited })}
          options={[
            {
              whyNot,
              value: false,
              label: partner_name === null ? 'Tất cả điểm bán' : 'Tất cả điểm bán của đại lý',
              hint: partner_name ?? 'Cả những điểm bán sẽ mở sau này',
            },
            { whyNot, value: true, label: 'Chỉ các điểm bán được chọn', hint: 'Theo nhóm, hoặc từng điểm bán' },
          ]}
        />
      </Field>
      {selection.is_limited && (
        <>
          <Text tone="muted">{summaryOf(selection)}</Text>
          <PosTree groups={groups} selection={selection} whyNot={whyNot} onChange={onChange} />
        </>
      )}
    </>
  )
}

function selectionOf(permission: Permission): PosSelection {
  return {
    is_limited: permission.is_limited,
    groups: new Set(permission.pos_group_ids),
    pos: new Map(permission.pos.map((row) => [row.pos_id, row])),
  }
}

/** Equal for equal selections, in whatever order they were made. */
function textOf({ is_limited, groups, pos }: PosSelection): string {
  const inOrder = (ids: Iterable<number>) => [...ids].toSorted((a, b) => a - b).join()
  return `${is_limited} ${inOrder(groups)} ${inOrder(pos.keys())}`
}

function summaryOf({ groups, pos }: PosSelection): string {
  if (groups.size === 0 && pos.size === 0) return 'Chưa chọn điểm bán nào: người này sẽ không thấy điểm bán nào.'
  const parts = [groups.size > 0 && `${groups.size} nhóm`, pos.size > 0 && `${pos.size} điểm bán chọn riêng`]
  return `Đã chọn ${parts.filter(Boolean).join(' và ')}.`
}

const own_text = 'Không thể đổi phạm vi dữ liệu của chính mình.'

function whyNotSave(selection: PosSelection | null, changed: boolean) {
  if (!changed) return 'Phạm vi chưa thay đổi.'
  if (selection && selection.pos.size > max_single_pos)
    return `Chọn riêng nhiều nhất ${max_single_pos} điểm bán. Hãy chọn theo nhóm.`
  if (selection && selection.groups.size > max_pos_groups) return `Chọn nhiều nhất ${max_pos_groups} nhóm.`
  return false
}
