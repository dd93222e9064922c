/** The devices that may be played: their codes with the keys that they sign with, kept where only their owner can read them. */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Customer, Shop } from './market.ts'

/** A shop as it is kept, with its till's private key as PKCS #8 in base64. */
export type KeptShop = Shop & { private_key: string }

export interface Kept {
  shops: KeptShop[]
  customers: Customer[]
}

export const keptFile = (data_dir: string) => join(data_dir, 'sample-devices.json')

export function keep(data_dir: string, tills: Kept): void {
  writeFileSync(keptFile(data_dir), `${JSON.stringify(tills)}\n`, { mode: 0o600 })
}

/** Null when no sample has been loaded into this directory. */
export function kept(data_dir: string): Kept | null {
  try {
    return JSON.parse(readFileSync(keptFile(data_dir), 'utf8')) as Kept
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** A new pair: what the till keeps, and the 32 bytes by which the program knows it, as base64. */
export function newKey(): { private_key: string; public_key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')
  return {
    private_key: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    public_key: raw.toString('base64'),
  }
}

export function keyOf({ private_key }: KeptShop): KeyObject {
  return createPrivateKey({ key: Buffer.from(private_key, 'base64'), format: 'der', type: 'pkcs8' })
}
