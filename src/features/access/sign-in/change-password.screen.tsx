import * as z from 'zod/mini'
import { password } from '#contract/fields.ts'
import { useWrite } from '#web/call/api.ts'
import { showFailure } from '#web/call/failure-toast.ts'
import { Refusal } from '#web/call/send.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { PasswordInput } from '#web/ui/field/password-input.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { useFields, type Fields } from '#web/form/use-fields.ts'
import { PasswordChange, samePassword, signIn } from './sign-in.contract.ts'

/** The new password is typed twice; the rules compare the repeat with the old one. */
const PasswordForm = z.object({ ...PasswordChange.shape, pass_again: password('Nhập lại mật khẩu mới') }).check(
  z.refine((form) => form.pass_new === form.pass_again, { error: 'Mật khẩu không khớp', path: ['pass_again'] }),
  z.refine((form) => form.pass_again === '' || form.pass_old !== form.pass_again, {
    error: samePassword(),
    path: ['pass_new'],
  }),
)

export interface ChangePasswordProps {
  open: boolean
  onClose: () => void
}

/** Opens and closes empty: typed passwords are never kept. */
export default function ChangePasswordDialog({ open, onClose }: ChangePasswordProps) {
  const { form, write, submit } = usePasswordChange(close)
  function close() {
    form.reset()
    write.reset()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Đổi mật khẩu"
      description="Các phiên đăng nhập khác của bạn sẽ kết thúc."
      size="sm"
      onSubmit={submit}
      saveLabel="Đổi mật khẩu"
      saving={write.pending}
    >
      <PasswordFields form={form} />
    </Dialog>
  )
}

/** The form and its submission, for the dialog and for the page that cannot be left. */
export function usePasswordChange(onDone: () => void) {
  const form = useFields(PasswordForm)
  const write = useWrite(signIn.changePassword, {
    onSuccess: () => {
      toast.success('Thay đổi mật khẩu thành công.')
      onDone()
    },
    onFailure: (failure, _input, retry) => {
      const fields = failure instanceof Refusal ? failure.data?.fields : undefined
      if (fields) form.setErrors(fields)
      else showFailure(failure, { retry })
    },
  })
  return { form, write, submit: () => form.submit(({ pass_old, pass_new }) => write.mutate({ pass_old, pass_new })) }
}

export function PasswordFields({ form }: { form: Fields<typeof PasswordForm> }) {
  return (
    <Stack gap={3}>
      <Password field={form.field('pass_old')} autoComplete="current-password" />
      <Password field={form.field('pass_new')} autoComplete="new-password" hint="Ít nhất 8 ký tự." />
      <Password field={form.field('pass_again')} autoComplete="new-password" />
    </Stack>
  )
}

interface PasswordProps {
  field: ReturnType<Fields<typeof PasswordForm>['field']>
  autoComplete: string
  hint?: string
}

function Password({ field, autoComplete, hint }: PasswordProps) {
  return (
    <Field label={field.label} required={field.required} error={field.error} hint={hint}>
      <PasswordInput value={field.value} onChange={field.onChange} autoComplete={autoComplete} />
    </Field>
  )
}
