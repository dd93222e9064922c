/** Keys shared by both sides, stored beside the journal so that they survive a restart. */
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Keys {
  partner_code: string
  access_key: string
  secret_key: string
  /** PEM format */
  public_key: string
  private_key: string
  client_id: string
  bank_secret: string
  telecom_client_id: string
  telecom_secret: string
}

/**
 * The keys in `keys.json` of the directory, which is written with new ones where some are missing; with null new keys
 * each time.
 */
export function loadOrMakeKeys(dir: string | null): Keys {
  const file = dir === null ? null : join(dir, 'keys.json')
  const stored = file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Keys>) : {}
  // A directory of an earlier version lacks keys that were added later.
  const keys = { ...makeKeys(), ...stored }
  if (file && Object.keys(stored).length < Object.keys(keys).length) {
    mkdirSync(dir!, { recursive: true })
    writeFileSync(file, JSON.stringify(keys, null, 2), { mode: 0o600 })
  }
  return keys
}

function makeKeys(): Keys {
  const random = (bytes: number) => randomBytes(bytes).toString('hex')
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return {
    partner_code: `MOMO${random(4).toUpperCase()}`,
    access_key: random(8),
    secret_key: random(16),
    public_key: publicKey,
    private_key: privateKey,
    client_id: `client-${random(4)}`,
    bank_secret: random(32),
    telecom_client_id: `telecom-${random(4)}`,
    telecom_secret: random(32),
  }
}
