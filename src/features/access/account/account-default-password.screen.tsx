/** The default password: switching it on and setting it, and its field. */
import { useState } from 'react'
import { useRead, useWrite } from '#web/call/api.ts'
import { showFailure } from '#web/call/failure-toast.ts'
import type { SendFailure } from '#web/call/send.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { PasswordInput } from '#web/ui/field/password-input.tsx'
import { Switch } from '#web/ui/field/switch.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { check } from '#contract/wire.ts'
import { account } from './account.contract.ts'

/** The switch for the default password of the specification; it is off until an administrator sets one. */
export default function DefaultPasswordDialog({ onClose }: { onClose: () => void }) {
  const setting = useRead(account.defaultPass, {})
  const [chosen, setChosen] = useState<boolean | null>(null)
  const password = useDefaultPassword()
  const new_pass = password.typed
  const save = useWrite(account.setDefaultPass, {
    onSuccess: (_, { enabled: on }) => {
      toast.success(on ? 'Đã bật mật khẩu mặc định.' : 'Đã tắt mật khẩu mặc định.')
      onClose()
    },
    onFailure: password.refuse,
  })
  const enabled = chosen ?? setting.data?.enabled ?? false
  const changed = enabled !== setting.data?.enabled || new_pass !== ''

  function submit() {
    if (enabled && new_pass === '') return password.setError('Không được để trống')
    const input = enabled ? { enabled, new_pass } : { enabled }
    const result = check(account.setDefaultPass.input, input)
    if (!result.ok) return password.setError(result.fields.new_pass ?? null)
    save.mutate(input)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Mật khẩu mặc định"
      description="Dùng khi đặt lại mật khẩu, thay cho mật khẩu dùng một lần. Chỉ quản trị viên cao nhất được đổi."
      size="sm"
      dirty={new_pass !== ''}
      saving={save.pending}
      saveWhyNot={!changed && 'Chưa có thay đổi nào.'}
      onSubmit={submit}
    >
      <Stack>
        <Switch checked={enabled} onChange={setChosen} label="Cho phép dùng mật khẩu mặc định" />
        {enabled && (
          <DefaultPasswordField
            password={password}
            hint="Ít nhất 8 ký tự; người dùng phải đổi ở lần đăng nhập tiếp theo"
            isNew
          />
        )}
      </Stack>
    </Dialog>
  )
}

export function useDefaultPassword() {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  return {
    typed,
    error,
    setError,
    type: (text: string) => {
      setTyped(text)
      setError(null)
    },
    /** The server's error for this field. */
    refuse: (failure: SendFailure) => {
      const atField = 'data' in failure ? failure.data?.fields?.new_pass : undefined
      if (atField) setError(atField)
      else showFailure(failure)
    },
  }
}

interface DefaultPasswordFieldProps {
  password: ReturnType<typeof useDefaultPassword>
  hint: string
  /** The password is being set, not confirmed. */
  isNew?: boolean
}

export function DefaultPasswordField({ password, hint, isNew = false }: DefaultPasswordFieldProps) {
  return (
    <Field label="Mật khẩu mặc định" required error={password.error} hint={hint}>
      <PasswordInput value={password.typed} autoComplete={isNew ? 'new-password' : 'off'} onChange={password.type} />
    </Field>
  )
}
