import { showFailure } from '#web/call/failure-toast.ts'
import { Refusal, type SendFailure } from '#web/call/send.ts'
import type { CaptchaState } from './captcha.screen.tsx'

interface Form {
  setErrors: (errors: Record<string, string>) => void
}

/** Shows the refusal of a public form: messages at their fields, anything else as a notice. The captcha was used up by the attempt. */
export function showAtForm(failure: SendFailure, form: Form, captcha?: CaptchaState) {
  const fields = failure instanceof Refusal ? failure.data?.fields : undefined
  if (failure instanceof Refusal && failure.status < 500) captcha?.renew()
  if (fields) form.setErrors(fields)
  else showFailure(failure, { group: 'login' })
}
