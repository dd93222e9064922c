/** Stores the simulated devices with their private keys in a file that only its owner can read. */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Customer, Pos } from './market.ts'
import { newKeyPair } from './signing.ts'
import { writeWhole } from '#server/program/write-whole.ts'

/** A point of sale in the file, with its till's private key as PKCS #8 in base64. */
export type PosWithKey = Pos & { private_key: string }

export interface SampleDevices {
  all_pos: PosWithKey[]
  customers: Customer[]
}

/** Format of the file, unchanged since the first version. */
interface DevicesFile {
  shops: PosWithKey[]
  customers: Customer[]
}

/** The file with the devices' keys, in a data directory. */
export const devicesFile = (data_dir: string) => join(data_dir, 'sample-devices.json')

/** Writes `sample-devices.json` in the data directory, in place of an earlier one. */
export function saveDevices(data_dir: string, devices: SampleDevices): void {
  const { all_pos: shops, customers } = devices
  writeWhole(devicesFile(data_dir), `${JSON.stringify({ shops, customers })}\n`)
}

/** Reads the file; null when no sample has been loaded into this directory. */
export function loadDevices(data_dir: string): SampleDevices | null {
  try {
    const { shops, customers } = JSON.parse(readFileSync(devicesFile(data_dir), 'utf8')) as DevicesFile
    return { all_pos: shops, customers }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** A new key pair, with the private key in the file's format. */
export function newKey(): { private_key: string; public_key: string } {
  const { private_key, public_key } = newKeyPair()
  return { private_key: private_key.export({ format: 'der', type: 'pkcs8' }).toString('base64'), public_key }
}

/** The till's private key, with which its requests are signed. */
export function privateKeyOf({ private_key }: PosWithKey): KeyObject {
  return createPrivateKey({ key: Buffer.from(private_key, 'base64'), format: 'der', type: 'pkcs8' })
}
