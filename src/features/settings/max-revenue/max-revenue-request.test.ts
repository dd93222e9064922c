/** Revenue limits are requested by one person and confirmed by another one. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Failure } from '#contract/errors.ts'
import { distributionTab } from '#features/settings/pages.contract.ts'
import { parallel_calls, inParallel } from '../../../testing/parallel.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { idOf, openPos, order, type SellingPos } from '../../../testing/orders.ts'
import { maxRevenue } from './max-revenue.contract.ts'

let office: Office
let an: Person
let binh: Person
let pos: SellingPos
let group_id: number

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire([...distributionTab.rights])
  binh = await office.hire([...distributionTab.rights])
})
beforeEach(async () => {
  group_id = await office.write((db) =>
    idOf(
      db,
      sql`insert into pos_group (pos_group_name) values ('Nhóm ' || gen_random_uuid()) returning pos_group_id as id`,
    ),
  )
  pos = await openPos(office, { pos_group_id: group_id })
})
afterAll(() => office.close())

interface WantedLimit {
  group_id?: number
  maximum: number
}
const now = () => an.call(maxRevenue.list, {})
async function request(thresholds: WantedLimit[]) {
  const { version } = await now()
  return (await an.call(maxRevenue.update, { thresholds, reason: 'Thử', version })).waiting!
}
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 0,
    (error: unknown) => {
      if (error instanceof Failure) return error.code
      throw error
    },
  )

test('the requester cannot confirm a limit, and of twenty parallel confirmations by another person one succeeds', async () => {
  const { revenue_limit_id, version } = await request([{ group_id, maximum: 10_000 }])
  const decided = { revenue_limit_id, version }
  await expect(an.call(maxRevenue.approve, decided)).rejects.toMatchObject({
    code: 169,
    message: expect.stringContaining('tự xác nhận'),
  })
  await expect(request([])).rejects.toMatchObject({ code: 123 })
  for (let n = 0; n < 5; n++) await order(office, pos)
  const tries = await Promise.all(Array.from({ length: 20 }, () => codeOf(binh.call(maxRevenue.approve, decided))))
  expect(tries.filter((code) => code === 0)).toHaveLength(1)
  await expect(order(office, pos)).rejects.toMatchObject({ code: 117 })
  const { history } = await now()
  expect(history[0]).toMatchObject({
    created_by_name: `${an.user_name} · xác nhận: ${binh.user_name}`,
    after: { thresholds: [{ group_id, category: null, maximum: 10_000 }] },
  })
})

test('an administrator cannot confirm their own limit either, also in twenty parallel calls, and it does not apply', async () => {
  const admin = await office.hire('admin')
  const { version } = await now()
  const { waiting } = await admin.call(maxRevenue.update, { thresholds: [{ group_id, maximum: 0 }], version })
  const decided = { revenue_limit_id: waiting!.revenue_limit_id, version: waiting!.version }
  expect(await inParallel(() => codeOf(admin.call(maxRevenue.approve, decided)))).toEqual(
    Array(parallel_calls).fill(169),
  )
  await order(office, pos)
  expect((await now()).waiting).toMatchObject(decided)
  await binh.call(maxRevenue.approve, decided)
  await expect(order(office, pos)).rejects.toMatchObject({ code: 117 })
})

test('of twenty parallel requests one is created, and after its rejection no limit applies', async () => {
  const { version } = await now()
  const tries = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      codeOf((n % 2 ? an : binh).call(maxRevenue.update, { thresholds: [{ group_id, maximum: 0 }], version })),
    ),
  )
  expect(tries.filter((code) => code === 0)).toHaveLength(1)
  const { waiting } = await now()
  const decided = { revenue_limit_id: waiting!.revenue_limit_id, version: waiting!.version, reason: 'Nhầm' }
  await an.call(maxRevenue.reject, decided)
  await expect(binh.call(maxRevenue.approve, decided)).rejects.toMatchObject({ code: 3 })
  await order(office, pos)
})

test('a second limit for one group and product (2003), an unknown group and a request of an operator are refused', async () => {
  const { version } = await now()
  const propose = (thresholds: WantedLimit[], by = an) => by.call(maxRevenue.update, { thresholds, version })
  await expect(
    propose([
      { group_id, maximum: 1 },
      { group_id, maximum: 2 },
    ]),
  ).rejects.toMatchObject({ code: 2003 })
  await expect(propose([{ maximum: 1 }, { maximum: 2 }])).rejects.toMatchObject({
    code: 2003,
    data: { fields: { thresholds: expect.any(String) } },
  })
  await expect(propose([{ group_id: 2_000_000_000, maximum: 1 }])).rejects.toMatchObject({
    data: { fields: { thresholds: 'Có nhóm điểm bán không tồn tại.' } },
  })
  const operator = await office.hire([...distributionTab.rights], { partner_id: pos.partner_id })
  await expect(propose([], operator)).rejects.toMatchObject({ code: 169 })
})
