import { useState } from 'react'
import { Act } from '#web/action/act.tsx'
import { useRead, useWrite } from '#web/call/api.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { NumberInput } from '#web/ui/field/number-input.tsx'
import { Switch } from '#web/ui/field/switch.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { factorPolicy } from './second-factor.contract.ts'

/** The administrator's button, and the dialog that it opens. */
export default function FactorPolicy() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Act call={factorPolicy.setPolicy} icon="shield" onClick={() => setOpen(true)}>
        Xác minh hai bước
      </Act>
      {open && <FactorPolicyDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** Whether groups may require a second factor at all, and the grace period. */
function FactorPolicyDialog({ onClose }: { onClose: () => void }) {
  const setting = useRead(factorPolicy.policy, {})
  const [changed, setChanged] = useState<Partial<TypedPolicy>>({})
  const { grace_days, ...switched } = changed
  const save = useWrite(factorPolicy.setPolicy, {
    onSuccess: () => {
      toast.success('Đã lưu. Áp dụng từ lần đăng nhập tiếp theo của mỗi người.')
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Bước xác minh thứ hai"
      description="Nhóm có quyền duyệt tiền bị bắt buộc, trừ khi nhóm ghi khác. Chỉ quản trị viên cao nhất được đổi."
      size="sm"
      dirty={Object.keys(changed).length > 0}
      saving={save.pending}
      saveWhyNot={
        (Object.keys(changed).length === 0 && 'Chưa có thay đổi nào.') || (grace_days === null && 'Hãy nhập số ngày.')
      }
      onSubmit={() =>
        grace_days !== null && save.mutate({ ...switched, ...(grace_days !== undefined && { grace_days }) })
      }
    >
      {setting.data ? (
        <PolicyFields
          policy={{ ...setting.data, ...changed }}
          onChange={(part) => setChanged({ ...changed, ...part })}
        />
      ) : (
        <ReadFallback read={setting} lines={4} />
      )}
    </Dialog>
  )
}

interface TypedPolicy {
  enforced: boolean
  grace_days: number | null
}

interface PolicyFieldsProps {
  policy: TypedPolicy
  onChange: (part: Partial<TypedPolicy>) => void
}

function PolicyFields({ policy: { enforced, grace_days }, onChange }: PolicyFieldsProps) {
  return (
    <Stack>
      <Switch
        checked={enforced}
        onChange={(checked) => onChange({ enforced: checked })}
        label="Bắt buộc bước xác minh thứ hai"
      />
      <Field label="Số ngày để thiết lập" hint="Tính từ lần đăng nhập đầu tiên sau khi bị bắt buộc.">
        <NumberInput
          value={grace_days}
          onChange={(days) => onChange({ grace_days: days })}
          min={1}
          max={90}
          suffix="ngày"
        />
      </Field>
      {!enforced && <Text tone="muted">Mọi người vẫn có thể tự bật cho mình ở “Bảo mật của tôi”.</Text>}
    </Stack>
  )
}
