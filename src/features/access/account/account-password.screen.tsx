/** An administrator sets a password: a one-time one that is shown once, or the default one where it is switched on. */
import { useState } from 'react'
import { useRead, useWrite } from '#web/call/api.ts'
import { OneTimePassword } from '#web/session/one-time-password.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { RadioGroup } from '#web/ui/field/radio-group.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { check } from '#contract/wire.ts'
import { DefaultPasswordField, useDefaultPassword } from './account-default-password.screen.tsx'
import { account, type AccountRow } from './account.contract.ts'

type Way = 'one-time' | 'default'

export default function ResetPasswordDialog({ row, onClose }: { row: AccountRow; onClose: () => void }) {
  const setting = useRead(account.defaultPass, {})
  const [method, setMethod] = useState<Way>('one-time')
  const password = useDefaultPassword()
  const [oneTime, setOneTime] = useState<string | null>(null)
  const reset = useWrite(account.resetPass, {
    onSuccess: ({ one_time_password }) => {
      if (one_time_password !== null) return setOneTime(one_time_password)
      toast.success('Đã đặt lại về mật khẩu mặc định.')
      onClose()
    },
    onFailure: password.refuse,
  })
  if (oneTime !== null) return <OneTimePassword account={row} password={oneTime} onClose={onClose} />

  function submit() {
    const input = { user_id: row.user_id, ...(method === 'default' && { new_pass: password.typed }) }
    const result = check(account.resetPass.input, input)
    if (!result.ok) return password.setError(result.fields.new_pass ?? null)
    reset.mutate(input)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Đặt lại mật khẩu"
      description={`${row.full_name} · ${row.user_name}`}
      size="sm"
      saveLabel="Đặt lại mật khẩu"
      saving={reset.pending}
      onSubmit={submit}
    >
      <Stack>
        <Banner kind="warning">Mật khẩu cũ mất hiệu lực ngay và mọi phiên đăng nhập của người này sẽ kết thúc.</Banner>
        {setting.data?.enabled && (
          <Field label="Mật khẩu mới" group>
            <RadioGroup<Way>
              value={method}
              onChange={setMethod}
              options={[
                { value: 'one-time', label: 'Mật khẩu dùng một lần', hint: 'Do hệ thống tạo, chỉ hiện một lần' },
                { value: 'default', label: 'Mật khẩu mặc định', hint: 'Theo cấu hình của hệ thống' },
              ]}
            />
          </Field>
        )}
        {method === 'default' && (
          <DefaultPasswordField password={password} hint="Nhập lại mật khẩu mặc định đang được cấu hình" />
        )}
      </Stack>
    </Dialog>
  )
}
