/** Request signing of a channel client, implemented from docs/channel.md independently of the server's code. */
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

interface Request {
  method: string
  /** Path including the query. */
  path: string
  body?: string | Uint8Array | null | undefined
}

interface Signature {
  'x-device': string
  'x-timestamp': string
  'x-signature': string
}

/** The headers of a signed request. @param timestamp Unix time in seconds */
export function signatureOf(
  { method, path, body }: Request,
  { device_code, private_key }: { device_code: string; private_key: KeyObject },
  timestamp = Math.floor(Date.now() / 1_000),
): Signature {
  const digest = createHash('sha256')
    .update(body ?? '')
    .digest('hex')
  const text = Buffer.from(`${timestamp}\n${method}\n${path}\n${digest}`)
  return {
    'x-device': encodeURIComponent(device_code),
    'x-timestamp': String(timestamp),
    'x-signature': sign(null, text, private_key).toString('base64'),
  }
}

/** A new key pair: the device's private key, and the 32-byte public key for the program as base64. */
export function newKeyPair(): { private_key: KeyObject; public_key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')
  return { private_key: privateKey, public_key: raw.toString('base64') }
}
