/** The simulation against the whole server: acknowledged orders exist, and a device with an unknown key cannot sell. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPos, setGamePeriod } from '../testing/orders.ts'
import { openOffice, type Office } from '../testing/office.ts'
import { newKey, type PosWithKey } from './devices.ts'
import { play } from './play.ts'
import { product } from '#features/results/product/product.contract.ts'

let office: Office
let all_pos: PosWithKey[]
beforeAll(async () => {
  office = await openOffice()
  await setGamePeriod(office, product.keno, 'open')
  all_pos = await Promise.all([0, 1, 2].map(() => till()))
})
afterAll(() => office.close())

async function till(): Promise<PosWithKey> {
  const { device_code, user_pos_id, private_key } = await openPos(office)
  const key = private_key.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  return { device_code, user_pos_id, is_app: false, weight: 1, private_key: key }
}

const game = (tills: PosWithKey[], orders: number) => ({
  url: office.url,
  devices: { all_pos: tills, customers: [] },
  shelves: new Map(),
  seed: 'bảy',
  rate: 200,
  orders,
  speed: 1_000,
  say: () => {},
})

test('every acknowledged order and payment of the simulation is in the database', async () => {
  const { accepted, paid, faults, lost } = await play(game(all_pos, 60))
  expect({ faults, lost }).toEqual({ faults: [], lost: [] })
  const { rows } = await sql<{ orders: number; paid: number }>`
    select count(*) as orders, count(paid_at) as paid from sale_order`.execute(office.db)
  expect({ orders: accepted, paid }).toEqual(rows[0])
  expect(paid).toBeGreaterThan(50)
})

test('a till with a key that is not the registered one gets no products to sell', async () => {
  const stranger = { ...all_pos[0]!, private_key: newKey().private_key }
  await expect(play(game([stranger], 5))).rejects.toThrow(/does not say what it sells: 1 /)
})
