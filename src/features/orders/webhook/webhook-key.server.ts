/** The key by which what is told to webhooks is signed. All programs on a database have the same one. */
import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'

/** A PKCS #8 of Ed25519 up to its seed. */
const pkcs8_head = Buffer.from('302e020100300506032b657004220420', 'hex')

export async function webhookKey(db: Db): Promise<KeyObject> {
  const { rows } = await sql<{ webhook_seed: Buffer }>`select webhook_seed from program_key`.execute(db)
  return createPrivateKey({
    key: Buffer.concat([pkcs8_head, rows[0]!.webhook_seed]),
    format: 'der',
    type: 'pkcs8',
  })
}

/** The 32 bytes as base64, as devices' keys are written. */
export function publicKeyOf(key: KeyObject): string {
  return Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x!, 'base64url').toString('base64')
}

/** The same four lines that devices sign. */
export function signedHeaders(key: KeyObject, url: URL, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const digest = createHash('sha256').update(body).digest('hex')
  const text = `${timestamp}\nPOST\n${url.pathname}${url.search}\n${digest}`
  return { 'x-timestamp': timestamp, 'x-signature': sign(null, Buffer.from(text), key).toString('base64') }
}
