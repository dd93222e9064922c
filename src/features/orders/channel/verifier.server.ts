/** Finds the device that signed a request. It is read anew for each request, because staff may lock it at any moment. */
import { createHash, createPublicKey, verify as verifySignature, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/database/transaction.ts'

export interface SignedRequest {
  /** The raw headers, validated by `verify`. */
  device: unknown
  timestamp: unknown
  signature: unknown
  method: string
  /** Including the query string. */
  path: string
  body: Uint8Array
}

export interface SignedDevice {
  device_id: number
  device_code: string
  pos_id: number
  /** The group that its point of sale is in now. */
  pos_group_id: number | null
}

interface Row extends SignedDevice {
  public_key: string
}

/** The status of active devices, points of sale and partners. */
const active = 1

/** The largest difference between the client's clock and ours. */
const max_clock_difference_s = 300

const max_cached_keys = 10_000

const placeholder_bytes = Buffer.alloc(32, 9).toString('base64url')
/** Used when there is no such device, so that the response time does not reveal whether it exists. */
const placeholder_key = keyOf(placeholder_bytes)

export function openVerifier(db: Db) {
  const find = batchLookups((codes) => devicesOf(db, codes))
  const keys = new Map<string, KeyObject>()
  const keyFor = (public_key: string): KeyObject => {
    const key = keys.get(public_key) ?? keyOf(public_key)
    if (keys.size > max_cached_keys) keys.clear()
    keys.set(public_key, key)
    return key
  }

  /** The active device of an active point of sale, of no partner or an active one, that has just signed this request; null for anything else. */
  return async function verify(request: SignedRequest): Promise<SignedDevice | null> {
    const { device, timestamp, signature } = request
    if (typeof device !== 'string' || typeof timestamp !== 'string' || typeof signature !== 'string') return null
    if (!/^\d{10}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > max_clock_difference_s)
      return null
    if (!/^[A-Za-z0-9+/]{86}==$/.test(signature)) return null
    const code = nameIn(device)
    if (code === null) return null
    const row = await find(code)
    const is_right = verifySignature(
      null,
      textToSign(timestamp, request),
      row ? keyFor(row.public_key) : placeholder_key,
      Buffer.from(signature, 'base64'),
    )
    if (!row || !is_right) return null
    const { device_id, device_code, pos_id, pos_group_id } = row
    return { device_id, device_code, pos_id, pos_group_id }
  }
}

/** The signed text: four lines, the last one the body's digest in hexadecimal. */
function textToSign(
  timestamp: string,
  { method, path, body }: Pick<SignedRequest, 'method' | 'path' | 'body'>,
): Buffer {
  const digest = createHash('sha256').update(body).digest('hex')
  return Buffer.from(`${timestamp}\n${method}\n${path}\n${digest}`)
}

/** @param public_key the 32 bytes as base64 or base64url */
function keyOf(public_key: string): KeyObject {
  const x = Buffer.from(public_key, 'base64').toString('base64url')
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
}

/** A device code may contain letters that headers cannot carry, so it is sent percent-encoded. */
function nameIn(header: string): string | null {
  try {
    const name = decodeURIComponent(header).normalize('NFC')
    // eslint-disable-next-line no-control-regex
    return name.length <= 50 && name.isWellFormed() && !/[\u0000-\u001f]/.test(name) ? name : null
  } catch {
    return null
  }
}

async function devicesOf(db: Db, codes: readonly string[]): Promise<Map<string, Row>> {
  const { rows } = await sql<Row>`
    select device.device_id, device.device_code, pos_id, pos.pos_group_id, device.public_key
    from pos_device device join pos using (pos_id) left join partner using (partner_id)
    where device.device_code = any(${codes}::text[]) and device.status = ${sql.lit(active)} and pos.status = ${sql.lit(active)}
      and coalesce(partner.status, ${sql.lit(active)}) = ${sql.lit(active)} and device.public_key is not null`.execute(
    db,
  ) // unscoped: the caller proves itself by the device's key
  return new Map(rows.map((row) => [row.device_code, row]))
}

/** Look-ups of the same turn of the event loop share one query. */
function batchLookups<V>(lookUp: (names: readonly string[]) => Promise<ReadonlyMap<string, V>>) {
  let waiting: { name: string; resolve: (value: V | undefined) => void; reject: (error: unknown) => void }[] = []
  const go = (): void => {
    const batch = waiting
    waiting = []
    lookUp([...new Set(batch.map(({ name }) => name))]).then(
      (values) => batch.forEach(({ name, resolve }) => resolve(values.get(name))),
      (error: unknown) => batch.forEach(({ reject }) => reject(error)),
    )
  }
  return (name: string) =>
    new Promise<V | undefined>((resolve, reject) => {
      if (waiting.push({ name, resolve, reject }) === 1) setImmediate(go)
    })
}
