/** How what goes over the wire is signed: HMAC-SHA256 in hexadecimal, compared without telling by the time taken where it differs. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

export function isSignedBy(secret: string, text: string, signature: unknown): boolean {
  const [due, given] = [Buffer.from(hmac(secret, text)), Buffer.from(String(signature))]
  return due.length === given.length && timingSafeEqual(due, given)
}

/** 'accessKey=…&amount=…': these fields in the order of their names; what is not there is empty. */
export function byName(fields: Readonly<Record<string, unknown>>, names: readonly string[]): string {
  const sorted = [...names].sort()
  return sorted.map((name) => `${name}=${String(fields[name] ?? '')}`).join('&')
}

/** What a bank's request is signed over. */
export function requestText(method: string, path: string, timestamp: string, body: string): string {
  return [method, path, timestamp, body].join('\n')
}

/** An answer is bound to the request that it answers by that one's signature: an old answer does not pass for a new one. */
export function answerText(status: number, request_signature: string, body: string): string {
  return [status, request_signature, body].join('\n')
}
