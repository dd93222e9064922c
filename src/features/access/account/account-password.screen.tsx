/** Passwords that an administrator gives: a one-time one that is shown once, or the default one where it is switched on. */
import { useState } from 'react'
import { Act } from '#web/act.tsx'
import { useRead, useWrite } from '#web/api.ts'
import { showFailure } from '#web/failure-toast.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { SecretText } from '#web/ui/secret-text.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { check } from '#contract/wire.ts'
import type { AccountRow } from './account-acts.screen.tsx'
import { account } from './account.contract.ts'

type Way = 'one-time' | 'default'

export function ResetPasswordDialog({ row, onClose }: { row: AccountRow; onClose: () => void }) {
  const setting = useRead(account.defaultPass, {})
  const [way, setWay] = useState<Way>('one-time')
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [given, setGiven] = useState<string | null>(null)
  const reset = useWrite(account.resetPass, {
    touches: ['cms/audit'],
    onSuccess: ({ one_time_password }) => {
      if (one_time_password !== null) return setGiven(one_time_password)
      toast.success('Đã đặt lại mật khẩu mặc định.')
      onClose()
    },
    onFailure: (failure) => {
      const atField = 'data' in failure ? failure.data?.fields?.new_pass : undefined
      if (atField) setError(atField)
      else showFailure(failure)
    },
  })
  if (given !== null) return <OneTimePassword row={row} password={given} onClose={onClose} />

  function submit() {
    const input = { user_id: row.user_id, ...(way === 'default' && { new_pass: password }) }
    const checked = check(account.resetPass.input, input)
    if (!checked.ok) return setError(checked.fields.new_pass ?? null)
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
              value={way}
              onChange={setWay}
              options={[
                { value: 'one-time', label: 'Mật khẩu dùng một lần', hint: 'Do hệ thống tạo, chỉ hiện một lần' },
                { value: 'default', label: 'Mật khẩu mặc định', hint: 'Theo cấu hình của hệ thống' },
              ]}
            />
          </Field>
        )}
        {way === 'default' && (
          <Field label="Mật khẩu mặc định" required error={error} hint="Nhập lại mật khẩu mặc định đang được cấu hình">
            <PasswordInput
              value={password}
              autoComplete="off"
              onChange={(typed) => {
                setPassword(typed)
                setError(null)
              }}
            />
          </Field>
        )}
      </Stack>
    </Dialog>
  )
}

function OneTimePassword({ row, password, onClose }: { row: AccountRow; password: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Mật khẩu dùng một lần"
      description={`${row.full_name} · ${row.user_name}`}
      size="sm"
      footer={
        <Button variant="primary" onClick={onClose}>
          Tôi đã ghi lại
        </Button>
      }
    >
      <Stack>
        <SecretText text={password} label="Sao chép mật khẩu" />
        <Banner kind="info">
          Mật khẩu này chỉ hiện một lần. Người dùng phải đổi mật khẩu ở lần đăng nhập tiếp theo.
        </Banner>
      </Stack>
    </Dialog>
  )
}

/** The switch for the default password of the specification; it is off until an administrator sets one. */
export function DefaultPasswordButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Act call={account.setDefaultPass} icon="settings" onClick={() => setOpen(true)}>
        Mật khẩu mặc định
      </Act>
      {open && <DefaultPasswordDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function DefaultPasswordDialog({ onClose }: { onClose: () => void }) {
  const setting = useRead(account.defaultPass, {})
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [new_pass, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const save = useWrite(account.setDefaultPass, {
    touches: ['cms/audit'],
    onSuccess: (_, { enabled: on }) => {
      toast.success(on ? 'Đã bật mật khẩu mặc định.' : 'Đã tắt mật khẩu mặc định.')
      onClose()
    },
    onFailure: (failure) => {
      const atField = 'data' in failure ? failure.data?.fields?.new_pass : undefined
      if (atField) setError(atField)
      else showFailure(failure)
    },
  })
  const enabled = chosen ?? setting.data?.enabled ?? false
  const changed = enabled !== setting.data?.enabled || new_pass !== ''

  function submit() {
    if (enabled && new_pass === '') return setError('Không được để trống')
    const input = enabled ? { enabled, new_pass } : { enabled }
    const checked = check(account.setDefaultPass.input, input)
    if (!checked.ok) return setError(checked.fields.new_pass ?? null)
    save.mutate(input)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Mật khẩu mặc định"
      description="Dùng khi đặt lại mật khẩu, thay cho mật khẩu dùng một lần. Chỉ quản trị cao nhất được đổi."
      size="sm"
      dirty={new_pass !== ''}
      saving={save.pending}
      saveWhyNot={!changed && 'Chưa có thay đổi nào.'}
      onSubmit={submit}
    >
      <Stack>
        <Switch checked={enabled} onChange={setChosen} label="Cho phép dùng mật khẩu mặc định" />
        {enabled && (
          <Field
            label="Mật khẩu mặc định"
            required
            error={error}
            hint="Ít nhất 8 ký tự; người dùng phải đổi ở lần đăng nhập tiếp theo"
          >
            <PasswordInput
              value={new_pass}
              autoComplete="new-password"
              onChange={(typed) => {
                setPassword(typed)
                setError(null)
              }}
            />
          </Field>
        )}
      </Stack>
    </Dialog>
  )
}
