import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOffice, type Office } from '../../../testing/office.ts'
import { factorPolicy } from './second-factor.contract.ts'

let office: Office

beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

test('of two administrators who change one value of the policy each, both changes stay', async () => {
  const [an, binh] = [await office.hire('admin'), await office.hire('admin')]
  const before = await an.call(factorPolicy.policy, {})
  for (const grace_days of [30, 31]) {
    const enforced = grace_days === 30 ? !before.enforced : before.enforced
    await Promise.all([
      an.call(factorPolicy.setPolicy, { enforced }),
      binh.call(factorPolicy.setPolicy, { grace_days }),
    ])
    expect(await an.call(factorPolicy.policy, {})).toEqual({ enforced, grace_days })
  }
})
