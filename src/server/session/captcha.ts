/**
 * The captcha of the public forms: 6 distinct characters, drawn as strokes. It slows a script down; what protects is the limits.
 * The question's id carries its own proof, so nothing is stored until it is answered; each can be answered once.
 */
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { drawCaptcha, drawable } from './captcha-picture.ts'

/** This program's own, until it is told the one that all programs on a database share. */
let key: Uint8Array = randomBytes(32)
const lifetime_ms = 5 * 60_000
const most_remembered = 50_000
/** Questions that were answered here: by which intent, and when they would have ended anyway. */
const answered = new Map<string, { transid: string; end: number }>()

/** A question that one program asked may be answered at another. */
export function shareCaptchaKey(shared: Uint8Array): void {
  key = shared
}

/** A new question: its id, and its picture as a data URL. */
export function newCaptcha(characters = sixDistinct()): { captcha_id: string; image: string } {
  const head = `${(Date.now() + lifetime_ms).toString(36)}.${randomBytes(9).toString('base64url')}`
  const svg = drawCaptcha(characters)
  return {
    captcha_id: `${head}.${proof(head, characters)}`,
    image: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  }
}

/**
 * Whether the characters answer the question. Right or wrong, it is used up, but for the intent that answered it: a transaction that must
 * run again asks again. Behind a proxy each program remembers its own answers, so a question has as many tries as there are programs.
 */
export function captchaSolved(captcha_id: string, characters: string, transid: string): boolean {
  const [until, nonce, expected, ...more] = captcha_id.split('.')
  if (!until || !nonce || !expected || more.length > 0) return false
  // The head alone says which question it is: what else may be changed in the id must not make it another one.
  const head = `${until}.${nonce}`
  const end = Number.parseInt(until, 36)
  if ((answered.get(head)?.transid ?? transid) !== transid || !(end > Date.now()) || end > Date.now() + lifetime_ms)
    return false
  remember(head, transid, end)
  const given = Buffer.from(proof(head, characters.toUpperCase()))
  const wanted = Buffer.from(expected)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function sixDistinct(): string {
  const left = [...drawable]
  return Array.from({ length: 6 }, () => left.splice(randomInt(left.length), 1)[0]).join('')
}

function proof(head: string, characters: string): string {
  return createHmac('sha256', key).update(`${head}.${characters}`).digest('base64url')
}

function remember(head: string, transid: string, end: number): void {
  if (answered.size >= most_remembered) {
    for (const [known, question] of answered) if (question.end < Date.now()) answered.delete(known)
    if (answered.size >= most_remembered) answered.clear()
  }
  answered.set(head, { transid, end })
}
