/** The devices that may be played: their codes with the keys that they sign with, kept where only their owner can read them. */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Customer, Shop } from './market.ts'
import { newKeyPair } from './signing.ts'

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

/** A new pair, with the private key as it is kept. */
export function newKey(): { private_key: string; public_key: string } {
  const { private_key, public_key } = newKeyPair()
  return { private_key: private_key.export({ format: 'der', type: 'pkcs8' }).toString('base64'), public_key }
}

export function keyOf({ private_key }: KeptShop): KeyObject {
  return createPrivateKey({ key: Buffer.from(private_key, 'base64'), format: 'der', type: 'pkcs8' })
}
