/** What one person may see: everything, or groups of points of sale and single ones, ticked in a tree. */
import { useState } from 'react'
import { useRead, useWrite } from '#web/api.ts'
import { showFailure } from '#web/failure-toast.ts'
import { useRights } from '#web/rights.ts'
import { Refusal } from '#web/send.ts'
import { ReadFallback } from '#web/fallback.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { Text } from '#web/ui/text.tsx'
import { toast } from '#web/ui/toast-store.ts'
import type { AnswerOf } from '#contract/call.ts'
import { dataPermission, most_pos_groups, most_single_pos } from './data-permission.contract.ts'
import { PosTree, type Given } from './pos-tree.screen.tsx'

type Permission = AnswerOf<typeof dataPermission.get>

interface EditorProps {
  user_id: number
  onClose: () => void
}

export function DataPermissionEditor({ user_id, onClose }: EditorProps) {
  const { can, me } = useRights()
  const known = useRead(dataPermission.get, { user_id })
  const [typed, setTyped] = useState<Given | null>(null)
  const [overtaken, setOvertaken] = useState(false)
  const save = useWrite(dataPermission.set, {
    onSuccess: () => {
      toast.success('Đã lưu phạm vi dữ liệu. Có hiệu lực ngay.')
      onClose()
    },
    onFailure: (failure) => {
      if (!(failure instanceof Refusal && failure.error === 'changed_by_other')) return showFailure(failure)
      setTyped(null)
      setOvertaken(true)
      void known.refetch()
    },
  })
  const before = known.data ? givenBy(known.data) : null
  const given = typed ?? before
  const changed = before !== null && given !== null && textOf(given) !== textOf(before)
  const own = me?.user_id === user_id
  const whyNot = own ? ownText : !can(dataPermission.set) && 'Bạn không có quyền thay đổi.'

  function submit() {
    if (!given || !known.data) return
    save.mutate({
      user_id,
      version: known.data.version,
      is_limited: given.is_limited,
      pos_group_ids: [...given.groups],
      pos_ids: [...given.pos.keys()],
    })
  }
  return (
    <Dialog
      open
      edge
      size="lg"
      title={known.data ? `Phạm vi dữ liệu của ${known.data.full_name}` : 'Phạm vi dữ liệu'}
      description={known.data?.user_name}
      dirty={changed}
      onClose={onClose}
      saving={save.pending}
      saveWhyNot={whyNot || whyNotSave(given, changed)}
      {...(can(dataPermission.set) && { onSubmit: submit })}
    >
      <ReadFallback read={known} />
      {given && known.data && (
        <Stack gap={4}>
          {overtaken && (
            <Banner kind="warning">
              Người khác vừa đổi phạm vi của người này nên thay đổi của bạn chưa được lưu. Dưới đây là phạm vi mới nhất.
            </Banner>
          )}
          <Choice known={known.data} given={given} whyNot={whyNot} onChange={setTyped} />
        </Stack>
      )}
    </Dialog>
  )
}

interface ChoiceProps {
  known: Permission
  given: Given
  whyNot: string | false
  onChange: (given: Given) => void
}

function Choice({ known: { partner_name, groups }, given, whyNot, onChange }: ChoiceProps) {
  return (
    <>
      <Field label="Được xem" group>
        <RadioGroup
          value={given.is_limited}
          onChange={(is_limited) => onChange({ ...given, is_limited })}
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
      {given.is_limited && (
        <>
          <Text tone="muted">{summaryOf(given)}</Text>
          <PosTree groups={groups} given={given} whyNot={whyNot} onChange={onChange} />
        </>
      )}
    </>
  )
}

function givenBy(permission: Permission): Given {
  return {
    is_limited: permission.is_limited,
    groups: new Set(permission.pos_group_ids),
    pos: new Map(permission.pos.map((one) => [one.pos_id, one])),
  }
}

/** The same for the same choice, in whatever order it was made. */
function textOf({ is_limited, groups, pos }: Given): string {
  const inOrder = (ids: Iterable<number>) => [...ids].toSorted((a, b) => a - b).join()
  return `${is_limited} ${inOrder(groups)} ${inOrder(pos.keys())}`
}

function summaryOf({ groups, pos }: Given): string {
  if (groups.size === 0 && pos.size === 0) return 'Chưa chọn điểm bán nào: người này sẽ không thấy điểm bán nào.'
  const parts = [groups.size > 0 && `${groups.size} nhóm`, pos.size > 0 && `${pos.size} điểm bán chọn riêng`]
  return `Đã chọn ${parts.filter(Boolean).join(' và ')}.`
}

const ownText = 'Không thể đổi phạm vi dữ liệu của chính mình.'

function whyNotSave(given: Given | null, changed: boolean) {
  if (!changed) return 'Phạm vi chưa thay đổi.'
  if (given && given.pos.size > most_single_pos)
    return `Chọn riêng nhiều nhất ${most_single_pos} điểm bán. Hãy chọn theo nhóm.`
  if (given && given.groups.size > most_pos_groups) return `Chọn nhiều nhất ${most_pos_groups} nhóm.`
  return false
}
