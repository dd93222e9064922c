/** Requests of unknown devices are rate-limited per address, and known devices at the same address are not. */
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOffice, type Office } from '../../../testing/office.ts'
import { openPos } from '../../../testing/orders.ts'
import { openTill } from '../../../testing/till.ts'
import { recentSigners } from './recent-signers.server.ts'
import { channel } from './channel.contract.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

test('unknown devices at an address are rate-limited, signed correctly or not; a known device there is served', async () => {
  const [known_pos, new_pos] = [await openPos(office), await openPos(office)]
  const till = openTill(office, known_pos)
  await till.call(channel.openPeriods, {})
  const { privateKey: private_key } = generateKeyPairSync('ed25519')
  const statuses: number[] = []
  for (let n = 0; n < 330; n++)
    statuses.push((await till.raw(channel.openPeriods, {}, { device_code: `MÁY-${n}`, private_key })).status)
  expect(new Set(statuses.slice(0, 290))).toEqual(new Set([200]))
  expect(new Set(statuses.slice(-25))).toEqual(new Set([429]))
  const { status, headers, body } = await openTill(office, new_pos).raw(channel.openPeriods, {})
  expect([status, headers.get('retry-after'), body.error.code]).toEqual([429, '1', 999])
  await till.call(channel.openPeriods, {})
  // The code of a known device without its key is not enough.
  expect((await till.raw(channel.openPeriods, {}, { private_key })).body.error.code).toBe(1)
})

test('a device is known for ten minutes at its own address, and of very many only the latest are kept', () => {
  let clock = 1_000_000
  const { has, add } = recentSigners(() => clock)
  expect(has('A', 'đây')).toBe(false)
  add('A', 'đây')
  expect([has('A', 'đây'), has('A', 'kia'), has('B', 'đây')]).toEqual([true, false, false])
  clock += 9 * 60_000
  add('B', 'đây')
  clock += 60_000
  expect([has('A', 'đây'), has('B', 'đây')]).toEqual([false, true])
  for (let n = 0; n < 10_000; n++) add(n, 'kia')
  expect([has('B', 'đây'), has(9_999, 'kia')]).toEqual([false, true])
})
