/**
 * The captcha of the public forms: 6 distinct characters in a noisy picture. It slows scripts down; the real protection is the rate limits. The
 * captcha's id is signed, so nothing is stored until it is answered; each can be answered once.
 */
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { drawable } from './captcha-picture.ts'

/** A random key of this process, until it is given the key that all programs on a database share. */
let key: Uint8Array = randomBytes(32)
export const captcha_lifetime_s = 5 * 60
const lifetime_ms = captcha_lifetime_s * 1000
const max_remembered = 50_000
/** Captchas answered here: by which request, and when they would have expired. */
const used_captchas = new Map<string, { request: WeakRef<object>; end: number }>()
/** Captchas that expire before this moment are no longer accepted: too many answers had to be remembered. */
let void_until = 0

/** Sets the shared key: a captcha of one program may be answered at another. */
export function shareCaptchaKey(shared: Uint8Array): void {
  key = shared
}

/** The key under which secrets of anonymous requests are digested: one for all programs, so that each recognises a repeated request. */
export function anonymousKey(): Uint8Array {
  return createHmac('sha256', key).update('anonymous transid').digest()
}

/** A new captcha: its id, and the characters that its picture shows. */
export function newCaptcha(characters = sixDistinct()): { captcha_id: string; characters: string } {
  const head = `${(Date.now() + lifetime_ms).toString(36)}.${randomBytes(9).toString('base64url')}`
  return { captcha_id: `${head}.${proof(head, characters)}`, characters }
}

/**
 * Whether the characters are right. Right or wrong, the captcha is then used up; only the same request may check it again, because its transaction
 * may have to be retried. Each program remembers only its own answers, so behind a proxy a captcha has as many tries as there are programs.
 */
export function captchaSolved(captcha_id: string, characters: string, request: object): boolean {
  const [until, nonce, expected, ...surplus] = captcha_id.split('.')
  if (!until || !nonce || !expected || surplus.length > 0) return false
  // Only the signed part identifies the captcha: a changed rest of the id must not make it another one.
  const head = `${until}.${nonce}`
  const end = Number.parseInt(until, 36)
  const use = used_captchas.get(head)
  if (use && use.request.deref() !== request) return false
  if (!(end > Math.max(Date.now(), void_until)) || end > Date.now() + lifetime_ms) return false
  if (!use) remember(head, request, end)
  const answer_proof = Buffer.from(proof(head, characters.toUpperCase()))
  const expected_proof = Buffer.from(expected)
  return answer_proof.length === expected_proof.length && timingSafeEqual(answer_proof, expected_proof)
}

function sixDistinct(): string {
  const letters = [...drawable]
  return Array.from({ length: 6 }, () => letters.splice(randomInt(letters.length), 1)[0]).join('')
}

function proof(head: string, characters: string): string {
  return createHmac('sha256', key).update(`${head}.${characters}`).digest('base64url')
}

function remember(head: string, request: object, end: number): void {
  if (used_captchas.size >= max_remembered) {
    for (const [id, question] of used_captchas) if (question.end < Date.now()) used_captchas.delete(id)
    if (used_captchas.size >= max_remembered) {
      void_until = Date.now() + lifetime_ms
      used_captchas.clear()
    }
  }
  used_captchas.set(head, { request: new WeakRef(request), end })
}
