/** The devices that can be simulated: their codes with the keys that they sign with, kept where only their owner can read them. */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Customer, Shop } from './market.ts'
import { newKeyPair } from './signing.ts'

/** A shop as it is kept, with its till's private key as PKCS #8 in base64. */
export type KeptShop = Shop & { private_key: string }

export interface SampleDevices {
  shops: KeptShop[]
  customers: Customer[]
}

export const devicesFile = (data_dir: string) => join(data_dir, 'sample-devices.json')

export function saveDevices(data_dir: string, tills: SampleDevices): void {
  writeFileSync(devicesFile(data_dir), `${JSON.stringify(tills)}\n`, { mode: 0o600 })
}

/** Null when no sample has been loaded into this directory. */
export function loadDevices(data_dir: string): SampleDevices | null {
  try {
    return JSON.parse(readFileSync(devicesFile(data_dir), 'utf8')) as SampleDevices
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
