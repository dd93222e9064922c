/** The key that signs webhook requests, shared by all programs on a database. */
import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'

/** The PKCS #8 header of an Ed25519 key; the 32 bytes of the seed follow it. */
const pkcs8_head = Buffer.from('302e020100300506032b657004220420', 'hex')

export async function webhookKey(db: Db): Promise<KeyObject> {
  const { rows } = await sql<{ webhook_seed: Buffer }>`select webhook_seed from program_key`.execute(db)
  return createPrivateKey({
    key: Buffer.concat([pkcs8_head, rows[0]!.webhook_seed]),
    format: 'der',
    type: 'pkcs8',
  })
}

/** The public key's 32 bytes as base64, like devices' keys. */
export function publicKeyOf(key: KeyObject): string {
  return Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x!, 'base64url').toString('base64')
}

/** The signed text: the same four lines that devices sign. */
export function signedHeaders(key: KeyObject, url: URL, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const digest = createHash('sha256').update(body).digest('hex')
  const text = `${timestamp}\nPOST\n${url.pathname}${url.search}\n${digest}`
  return { 'x-timestamp': timestamp, 'x-signature': sign(null, Buffer.from(text), key).toString('base64') }
}
