import { useState } from 'react'
import * as z from 'zod/mini'
import { EntryForm } from '#web/entry/entry-form.tsx'
import { useSubmit } from '#web/call/submit.ts'
import { LinkButton } from '#web/ui/action/button.tsx'
import { Result } from '#web/ui/show/result.tsx'
import { useFields } from '#web/form/use-fields.ts'
import { Captcha, useCaptcha } from './captcha.screen.tsx'
import { showAtForm } from './form-failure.screen.tsx'
import { Forgot, signIn } from './sign-in.contract.ts'
import { EntryField } from './typed.screen.tsx'

const { captcha_id: _, ...typed } = Forgot.shape
const Form = z.object(typed)

/** Tells an administrator that a password is forgotten. The answer never says whether such an account exists. */
export default function ForgotScreen() {
  const form = useFields(Form)
  const captcha = useCaptcha()
  const [done, setDone] = useState(false)
  const forgot = useSubmit(signIn.forgot, {
    onSuccess: () => setDone(true),
    onFailure: (failure) => showAtForm(failure, form, captcha),
  })
  if (done) {
    return (
      <Result
        kind="success"
        title="Đã ghi nhận yêu cầu"
        actions={
          <LinkButton href="/login" variant="primary">
            Về trang đăng nhập
          </LinkButton>
        }
      >
        Nếu tên đăng nhập và số điện thoại khớp với một tài khoản, quản trị viên sẽ liên hệ để cấp lại mật khẩu.
      </Result>
    )
  }
  return (
    <EntryForm
      title="Quên mật khẩu"
      intro="Nhập tên đăng nhập và số điện thoại đã đăng ký. Quản trị viên sẽ cấp lại mật khẩu cho bạn."
      submitLabel={forgot.unknown ? 'Chưa rõ kết quả, đang kiểm tra' : forgot.pending ? 'Đang gửi…' : 'Gửi yêu cầu'}
      busy={forgot.pending}
      onSubmit={() => form.submit((request) => forgot.mutate({ ...request, captcha_id: captcha.id }))}
      links={[{ href: '/login', label: 'Quay lại đăng nhập' }]}
    >
      <EntryField field={form.field('user_name')} name="username" autoComplete="username" autoCapitalize="none" />
      <EntryField field={form.field('phone_int')} name="tel" autoComplete="tel" inputMode="tel" />
      <Captcha captcha={captcha} field={form.field('captcha')} />
    </EntryForm>
  )
}
