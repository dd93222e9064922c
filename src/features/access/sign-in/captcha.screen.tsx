import { useCallback, useEffect, useState } from 'react'
import { CaptchaField } from '#web/entry/captcha-field.tsx'
import { send } from '#web/call/send.ts'
import type { FieldBinding } from '#web/form/use-fields.ts'
import { signIn } from './sign-in.contract.ts'

export interface CaptchaState {
  id: string
  image: string | null
  failed: boolean
  /** Requests a new picture; each can be answered once, right or wrong. */
  renew: () => void
}

const noCaptcha = { id: '', image: null, failed: false }
/** A captcha expires after five minutes; a form that is filled in slowly gets a new one before that. */
const lifetime_ms = 4.5 * 60_000

export function useCaptcha(enabled = true): CaptchaState {
  const [state, setState] = useState<Omit<CaptchaState, 'renew'>>(noCaptcha)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!enabled) return
    const stop = new AbortController()
    send(signIn.captcha, {}, { signal: stop.signal }).then(
      ({ captcha_id, image }) => setState({ id: captcha_id, image, failed: false }),
      () => stop.signal.aborted || setState({ ...noCaptcha, failed: true }),
    )
    const timer = setTimeout(() => setAttempt(attempt + 1), lifetime_ms)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [enabled, attempt])
  const renew = useCallback(() => {
    setState(noCaptcha)
    setAttempt((attempts) => attempts + 1)
  }, [])
  return { ...state, renew }
}

export function Captcha({ captcha, field }: { captcha: CaptchaState; field: FieldBinding }) {
  const renew = () => {
    field.onChange('')
    captcha.renew()
  }
  return (
    <CaptchaField
      label={field.label}
      image={captcha.image}
      failed={captcha.failed}
      onRefresh={renew}
      value={field.value}
      onChange={field.onChange}
      error={field.error}
    />
  )
}
