import { useState } from 'react'
import { known_errors } from '#contract/known-errors.ts'
import { showFailure } from '#web/call/failure-toast.ts'
import { EntryForm } from '#web/entry/entry-form.tsx'
import { Refusal, type SendFailure } from '#web/call/send.ts'
import { addressAfterSignIn, lastEndReason, startSession, type EndReason } from '#web/session/session.ts'
import { useSubmit } from '#web/call/submit.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { PasswordInput } from '#web/ui/field/password-input.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { useFields } from '#web/form/use-fields.ts'
import { Captcha, useCaptcha } from './captcha.screen.tsx'
import { signIn, SignIn } from './sign-in.contract.ts'

const reasons: Partial<Record<EndReason, string>> = {
  expired: known_errors.token_expired[1],
  elsewhere: 'Bạn đã đăng xuất ở một cửa sổ khác.',
}

/** The sign-in page: it neither uses nor loads the router, so that the first page stays small. */
export default function SignInScreen() {
  const form = useFields(SignIn)
  const [wantsCaptcha, setWantsCaptcha] = useState(false)
  const captcha = useCaptcha(wantsCaptcha)
  const [reason] = useState(() => reasons[lastEndReason() ?? 'chosen'])

  const showRefusal = (failure: SendFailure) => {
    if (!(failure instanceof Refusal)) return showFailure(failure, { group: 'login' })
    if (failure.data?.captcha_required) setWantsCaptcha(true)
    if (wantsCaptcha) captcha.renew()
    if (failure.error === 'wrong_account_or_password') {
      form.setErrors({ username: failure.message, password: failure.message })
    } else if (failure.data?.fields) {
      form.setErrors(failure.data.fields)
    } else showFailure(failure, { group: 'login' })
  }
  const login = useSubmit(signIn.login, { onSuccess: startSession, onFailure: showRefusal })

  const username = form.field('username')
  const password = form.field('password')
  return (
    <EntryForm
      title="Đăng nhập"
      intro={addressAfterSignIn() === '/' ? undefined : 'Đăng nhập xong, bạn trở lại đúng trang vừa mở.'}
      submitLabel={login.pending ? 'Đang đăng nhập…' : 'Đăng nhập'}
      busy={login.pending}
      onSubmit={() =>
        form.submit((typed) => login.mutate({ ...typed, ...(wantsCaptcha && { captcha_id: captcha.id }) }))
      }
      links={[
        { href: '/forgot', label: 'Quên mật khẩu?' },
        { href: '/logup', label: 'Đăng ký', before: 'Chưa có tài khoản?' },
      ]}
    >
      {reason && <Banner kind="warning">{reason}</Banner>}
      <Field label={username.label} required error={username.error}>
        <TextInput
          {...control(username)}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          icon="user"
        />
      </Field>
      <Field label={password.label} required error={password.error}>
        <PasswordInput {...control(password)} name="password" autoComplete="current-password" icon="lock" />
      </Field>
      {wantsCaptcha && <Captcha captcha={captcha} field={form.field('captcha')} />}
    </EntryForm>
  )
}

function control({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return { value, onChange }
}
