/**
 * Encrypts what is money to whoever reads it, so that neither the database nor a copy of it tells. AES-256-GCM: what was changed, or belongs to
 * another row, is not decrypted.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../program/write-whole.ts'

/** This program's own, until it is told the one that it keeps. */
let key: Buffer = randomBytes(32)

const file_name = 'card-key.txt'
const nonce_bytes = 12
const tag_bytes = 16

export function useVaultKey(kept: Buffer): void {
  key = kept
}

/** The given key, or the one that an earlier start made, or a new random one in a file of the owner's. */
export function vaultKeyFor(given: Buffer | null, data_dir: string): Buffer {
  if (given) return given
  const file = join(data_dir, file_name)
  if (!existsSync(file)) writeWhole(file, `${randomBytes(32).toString('base64')}\n`)
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
}

/** Tells one key from another, and nothing of it. */
export const keyMark = (): string => createHash('sha256').update('key mark').update(key).digest('hex').slice(0, 16)

/** @param about what it belongs to: only with the same words is it decrypted again */
export function seal(text: string, about: string): Buffer {
  const nonce = randomBytes(nonce_bytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** @throws Error when it was encrypted with another key or about something else, or was changed */
export function unseal(sealed: Buffer, about: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonce_bytes))
  decipher.setAAD(Buffer.from(about)).setAuthTag(sealed.subarray(nonce_bytes, nonce_bytes + tag_bytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonce_bytes + tag_bytes)), decipher.final()]).toString('utf8')
}

/** The same for the same text, and no help in guessing it without the key. */
export function keyedDigest(text: string): Buffer {
  const own = createHmac('sha256', key).update('digest of numbers').digest()
  return createHmac('sha256', own).update(text).digest()
}
