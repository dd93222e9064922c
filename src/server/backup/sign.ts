/** Signs what the program leaves in files, with a key that lies beside the data. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '#server/program/write-whole.ts'

export interface SignedText {
  text: string
  public_key: string
  signature: string
}

/**
 * Signs with the Ed25519 key in `backup-key.pem` of the data directory, which is made at the first signature. The
 * public key (PEM) and the signature (base64) stand beside the text.
 */
export function signText(text: string, data_dir: string): SignedText {
  const key = createPrivateKey(readKey(data_dir))
  const public_key = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString()
  return { text, public_key, signature: sign(null, Buffer.from(text), key).toString('base64') }
}

/** The text as it was signed; null where it was changed afterwards. */
export function verifySigned({ text, public_key, signature }: SignedText): string | null {
  return verify(null, Buffer.from(text), createPublicKey(public_key), Buffer.from(signature, 'base64')) ? text : null
}

function readKey(data_dir: string): string {
  const path = join(data_dir, 'backup-key.pem')
  if (!existsSync(path)) {
    const { privateKey } = generateKeyPairSync('ed25519')
    writeWhole(path, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  }
  return readFileSync(path, 'utf8')
}
