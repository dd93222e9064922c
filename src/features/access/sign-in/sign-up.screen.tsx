import { useState } from 'react'
import * as z from 'zod/mini'
import { EntryForm } from '#web/entry/entry-form.tsx'
import { useSubmit } from '#web/call/submit.ts'
import { LinkButton } from '#web/ui/action/button.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { PasswordInput } from '#web/ui/field/password-input.tsx'
import { Result } from '#web/ui/show/result.tsx'
import { useFields } from '#web/form/use-fields.ts'
import { Captcha, useCaptcha } from './captcha.screen.tsx'
import { showAtForm } from './form-failure.screen.tsx'
import { signIn, SignUp } from './sign-in.contract.ts'
import { EntryField } from './typed.screen.tsx'

const { captcha_id: _, ...typed } = SignUp.shape
const Form = z.object(typed)

/** A request for an account, which an administrator approves. */
export default function SignUpScreen() {
  const form = useFields(Form)
  const captcha = useCaptcha()
  const [done, setDone] = useState(false)
  const register = useSubmit(signIn.register, {
    onSuccess: () => setDone(true),
    onFailure: (failure) => showAtForm(failure, form, captcha),
  })
  if (done) return <SentPage userName={form.values.user_name ?? ''} />

  const { field } = form
  return (
    <EntryForm
      title="Đăng ký tài khoản"
      intro="Quản trị viên sẽ duyệt yêu cầu trước khi bạn đăng nhập được."
      submitLabel={register.unknown ? 'Chưa rõ kết quả, đang kiểm tra' : register.pending ? 'Đang gửi…' : 'Gửi yêu cầu'}
      busy={register.pending}
      onSubmit={() => form.submit((request) => register.mutate({ ...request, captcha_id: captcha.id }))}
      links={[{ href: '/login', label: 'Đăng nhập', before: 'Đã có tài khoản?' }]}
    >
      <EntryField field={field('user_name')} name="username" autoComplete="username" autoCapitalize="none" />
      <Field label={field('password').label} required error={field('password').error} hint="Ít nhất 8 ký tự.">
        <PasswordInput
          value={field('password').value}
          onChange={field('password').onChange}
          name="new-password"
          autoComplete="new-password"
        />
      </Field>
      <EntryField field={field('full_name')} name="name" autoComplete="name" />
      <EntryField field={field('phone_int')} name="tel" autoComplete="tel" inputMode="tel" />
      <EntryField field={field('email')} name="email" autoComplete="email" inputMode="email" />
      <EntryField field={field('unit')} name="organization" autoComplete="organization" />
      <Captcha captcha={captcha} field={field('captcha')} />
    </EntryForm>
  )
}

function SentPage({ userName }: { userName: string }) {
  return (
    <Result
      kind="success"
      title="Đã gửi yêu cầu mở tài khoản"
      actions={
        <LinkButton href="/login" variant="primary">
          Về trang đăng nhập
        </LinkButton>
      }
    >
      Quản trị viên sẽ xem xét yêu cầu của “{userName}” và báo lại tên đăng nhập của bạn: nếu tên này đã có người dùng,
      nó được thêm một con số. Mật khẩu là mật khẩu vừa đặt.
    </Result>
  )
}
