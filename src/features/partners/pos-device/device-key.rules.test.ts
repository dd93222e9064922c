import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { deviceKey } from './device-key.rules.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const bytes = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')
const key = bytes.toString('base64')

test('a public key is accepted as base64, base64url, hex, PEM and DER', () => {
  const pem = publicKey.export({ format: 'pem', type: 'spki' }) as string
  const der = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  for (const typed of [
    key,
    bytes.toString('base64url'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    pem,
    pem.replaceAll('\n', ' '),
    der,
  ])
    expect(deviceKey(typed), typed).toBe(key)
})

test('keys of another length or kind and private keys are refused', () => {
  const other = generateKeyPairSync('x25519').publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const secret = privateKey.export({ format: 'pem', type: 'pkcs8' }) as string
  for (const typed of ['', 'abc', key.slice(1), `${key}A`, `${key.slice(0, 42)}B=`, 'z'.repeat(64), other, secret])
    expect(deviceKey(typed), typed).toBeNull()
})
