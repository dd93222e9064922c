/**
 * Encrypts prepaid card numbers, which are worth money to whoever reads them, so that neither the database nor a copy of it reveals them.
 * AES-256-GCM: a ciphertext that was changed, or that belongs to another row, is not decrypted.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../program/write-whole.ts'

/** A random key of this process, until it is given the program's stored key. */
let key: Buffer = randomBytes(32)

const file_name = 'card-key.txt'
const nonce_bytes = 12
const tag_bytes = 16

/** Sets the 32-byte key of this process; what was encrypted before it was set cannot be read with it. */
export function setVaultKey(vault_key: Buffer): void {
  key = vault_key
}

/** The configured key, or the one that an earlier start generated, or a new random one in a file of its owner's. */
export function vaultKeyFor(configured: Buffer | null, data_dir: string): Buffer {
  if (configured) return configured
  const file = join(data_dir, file_name)
  if (!existsSync(file)) writeWhole(file, `${randomBytes(32).toString('base64')}\n`)
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
}

/** A fingerprint of the key, which reveals nothing about it. */
export const keyFingerprint = (): string =>
  createHash('sha256').update('key mark').update(key).digest('hex').slice(0, 16)

/** @param context what the text belongs to: decrypting needs the same value */
export function encrypt(text: string, context: string): Buffer {
  const nonce = randomBytes(nonce_bytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** @throws Error when it was encrypted with another key or for another `context`, or was changed */
export function decrypt(sealed: Buffer, context: string): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonce_bytes))
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(nonce_bytes, nonce_bytes + tag_bytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonce_bytes + tag_bytes)), decipher.final()]).toString('utf8')
}

/** A keyed digest: equal for equal texts, and useless for guessing them without the key. */
export function keyedDigest(text: string): Buffer {
  const digest_key = createHmac('sha256', key).update('digest of numbers').digest()
  return createHmac('sha256', digest_key).update(text).digest()
}
