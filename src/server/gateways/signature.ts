/** Signatures: HMAC-SHA256 in hexadecimal, compared in constant time. */
import { createHmac, timingSafeEqual } from 'node:crypto'

export function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

export function isSignedBy(secret: string, text: string, signature: unknown): boolean {
  const [expected, received] = [Buffer.from(hmac(secret, text)), Buffer.from(String(signature))]
  return expected.length === received.length && timingSafeEqual(expected, received)
}

/** 'accessKey=…&amount=…': these fields in the order of their names, empty where there is no value. */
export function byName(fields: Readonly<Record<string, unknown>>, names: readonly string[]): string {
  const sortedNames = [...names].sort()
  return sortedNames.map((name) => `${name}=${String(fields[name] ?? '')}`).join('&')
}

/** The bytes over which a request to the bank is signed. */
export function requestText(method: string, path: string, timestamp: string, body: string): string {
  return [method, path, timestamp, body].join('\n')
}

/**
 * What a bank's answer is signed over. The request's signature is part of it, so that an old answer does not pass for
 * a new one.
 */
export function answerText(status: number, request_signature: string, body: string): string {
  return [status, request_signature, body].join('\n')
}
