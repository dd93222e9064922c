/** The ways in which a person proves their identity: a passkey, a code, or the password where there is no second factor. */
import { startAuthentication, type PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import { showFailure } from '#web/call/failure-toast.ts'
import { Refusal, type SendFailure } from '#web/call/send.ts'
import { useSubmit } from '#web/call/submit.ts'
import { useFields } from '#web/form/use-fields.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Field } from '#web/ui/field/field.tsx'
import { PasswordInput } from '#web/ui/field/password-input.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { Prove, secondFactor } from './second-factor.contract.ts'

type Challenge = AnswerOf<typeof secondFactor.challenge>

export interface Proof {
  challenge: Challenge | null
  form: ReturnType<typeof useFields<typeof Prove>>
  pending: boolean
  /** Asks the browser for the passkey. */
  provePasskey: () => Promise<void>
  submit: () => void
}

export function useProof(onProved: () => void): Proof {
  const form = useFields(Prove)
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const question = useSubmit(secondFactor.challenge, {
    onSuccess: setChallenge,
    onFailure: (failure) => showFailure(failure),
  })
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    question.mutate({})
  })
  const prove = useSubmit(secondFactor.prove, {
    onSuccess: onProved,
    onFailure: (failure) => {
      const fields = fieldsOf(failure)
      if (fields) form.setErrors(fields)
      else showFailure(failure)
      // A passkey's challenge can be answered only once.
      if (challenge?.passkey_options) question.mutate({})
    },
  })
  return {
    challenge,
    form,
    pending: prove.pending,
    provePasskey: async () => {
      const passkey = await askPasskey(challenge!.passkey_options!)
      if (passkey) prove.mutate({ passkey })
    },
    submit: () => {
      const name = challenge?.kinds.includes('password') ? 'password' : 'code'
      const typedValue = form.values[name]
      if (!typedValue) form.setErrors({ [name]: 'Không được để trống' })
      else prove.mutate(name === 'password' ? { password: typedValue } : { code: typedValue })
    },
  }
}

function fieldsOf(failure: SendFailure) {
  return failure instanceof Refusal ? failure.data?.fields : undefined
}

/** The authenticator's answer as text; null when the person cancelled, or has no passkey on this device. */
async function askPasskey(options: string): Promise<string | null> {
  try {
    const optionsJSON = JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON
    return JSON.stringify(await startAuthentication({ optionsJSON }))
  } catch {
    toast.warning('Chưa dùng được khóa truy cập. Hãy thử lại, hoặc nhập mã.')
    return null
  }
}

/** The input controls only; the caller adds the form and its button. */
export function ProofFields({ proof: { challenge, form, pending, provePasskey } }: { proof: Proof }) {
  if (!challenge) return <Skeleton lines={3} />
  if (challenge.kinds.includes('password')) {
    const { value, onChange, label, error } = form.field('password')
    return (
      <Field label={label} required error={error}>
        <PasswordInput value={value} onChange={onChange} autoComplete="current-password" />
      </Field>
    )
  }
  const { value, onChange, label, error } = form.field('code')
  const has_application = challenge.kinds.includes('totp')
  return (
    <Stack gap={3}>
      {challenge.passkey_options && (
        <Button variant="primary" icon="key" wide busy={pending} onClick={() => void provePasskey()}>
          Dùng khóa truy cập
        </Button>
      )}
      <Field
        label={label}
        required={!challenge.passkey_options}
        error={error}
        hint={
          has_application
            ? 'Mã 6 số trong ứng dụng, hoặc một mã khôi phục.'
            : 'Không có khóa bên mình? Nhập một mã khôi phục.'
        }
      >
        <TextInput
          value={value}
          onChange={onChange}
          autoComplete="one-time-code"
          autoCapitalize="none"
          inputMode={has_application ? 'numeric' : 'text'}
          maxLength={30}
        />
      </Field>
    </Stack>
  )
}
