/** A software WebAuthn authenticator, to test passkeys without a browser. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')

/** The subset of CBOR that an attestation of format "none" needs: heads, texts, bytes, integers and maps. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)])
const bytes = (value: Uint8Array) => Buffer.concat([head(2, value.length), value])
const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const map = (...pairs: (readonly [Buffer, Buffer])[]) => Buffer.concat([head(5, pairs.length), ...pairs.flat()])

const present = 0x01
const with_key = 0x40

/** A passkey in software: registers itself and signs challenges as a browser's authenticator does. */
export function authenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const credential_id = randomBytes(16)
  let counter = 0
  const dataOf = (host: string, flags: number) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([sha256(host), Buffer.from([flags]), count])
  }
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }))
  const common = {
    id: base64url(credential_id),
    rawId: base64url(credential_id),
    type: 'public-key',
    clientExtensionResults: {},
  }
  return {
    /** Response to the options for registering a passkey, as JSON. */
    register(options: string, origin: string): string {
      const { challenge } = JSON.parse(options) as { challenge: string }
      const key = map(
        [integer(1), integer(2)],
        [integer(3), integer(-7)],
        [integer(-1), integer(1)],
        [integer(-2), bytes(Buffer.from(x!, 'base64url'))],
        [integer(-3), bytes(Buffer.from(y!, 'base64url'))],
      )
      const length = Buffer.from([0, credential_id.length])
      const auth_data = Buffer.concat([
        dataOf(new URL(origin).hostname, present | with_key),
        Buffer.alloc(16),
        length,
        credential_id,
        key,
      ])
      const attestation = map(
        [text('fmt'), text('none')],
        [text('attStmt'), map()],
        [text('authData'), bytes(auth_data)],
      )
      const response = {
        clientDataJSON: base64url(clientData('create', challenge, origin)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      }
      return JSON.stringify({ ...common, response })
    },

    /** Response to the options for signing in with this passkey, as JSON. */
    prove(options: string, origin: string): string {
      const { challenge } = JSON.parse(options) as { challenge: string }
      const client_data = clientData('get', challenge, origin)
      const auth_data = dataOf(new URL(origin).hostname, present)
      const response = {
        clientDataJSON: base64url(client_data),
        authenticatorData: base64url(auth_data),
        signature: base64url(sign('sha256', Buffer.concat([auth_data, sha256(client_data)]), privateKey)),
      }
      return JSON.stringify({ ...common, response })
    },
  }
}
