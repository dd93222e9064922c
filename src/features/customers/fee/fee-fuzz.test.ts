/** Compares fee rules with a naive model: which are refused, and what each amount costs. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { product } from '#features/results/product/product.contract.ts'
import { paymentVendor } from '#features/settings/payment-vendor/payment-vendor.contract.ts'
import { errorCodeOf } from '../../../testing/error-code.ts'
import { openOffice, type Office, type Person } from '../../../testing/office.ts'
import { groupType, groupVip } from '../group-vip/group-vip.contract.ts'
import { customerGroupPage } from '../pages.contract.ts'
import { groupVipFee } from './fee.contract.ts'

let office: Office
let an: Person
let vendors: Record<string, number>

beforeAll(async () => {
  office = await openOffice()
  an = await office.hire(customerGroupPage.rights)
  const { items } = await an.call(paymentVendor.list, {})
  vendors = Object.fromEntries(items.map((vendor) => [vendor.vendor_code, vendor.payment_vendor_id]))
})
afterAll(() => office.close())

interface Model {
  fee_id: number
  vendor: number | null
  category: number | null
  from: number
  to: number
  fixed: number
}

test('random additions, changes and ends of fee rules give the same refusals and fees as a naive model', async () => {
  const ends = fc
    .tuple(fc.nat({ max: 20 }), fc.nat({ max: 20 }))
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)
  const step = fc.record({
    kind: fc.constantFrom('add', 'add', 'add', 'change', 'end'),
    vendor: fc.constantFrom(null, vendors.MOMO!, vendors.POS!),
    category: fc.constantFrom(null, product.keno, product.mega645),
    ends,
    fixed: fc.nat({ max: 1_000 }),
    which: fc.nat(),
  })
  const steps = fc.sample(step, { numRuns: 90, seed: Number(process.env.TEST_SEED) })
  const { group_vip_id } = await an.call(groupVip.add, { name: 'Nhóm ngẫu nhiên', type: groupType.vip })
  const model: Model[] = []
  const meets = (fee: Omit<Model, 'fee_id' | 'fixed'>, self?: Model) =>
    model.some(
      (other) =>
        other !== self &&
        other.vendor === fee.vendor &&
        other.category === fee.category &&
        other.from <= fee.to &&
        fee.from <= other.to,
    )
  const codes: number[] = []
  const expected: number[] = []
  for (const change_step of steps) {
    const [from, to] = change_step.ends
    const chosen = model[change_step.which % Math.max(model.length, 1)]
    if (change_step.kind === 'add' || !chosen) {
      const { vendor, category, fixed } = change_step
      expected.push(meets({ vendor, category, from, to }) ? 2003 : 0)
      const rule = { payment_vendor_id: vendor, category, from_value: from, to_value: to, fee_fixed: fixed }
      const code = await an.call(groupVipFee.add, { group_vip_id, ...rule }).then(
        ({ fee_id }) => model.push({ fee_id, vendor, category, from, to, fixed }) && 0,
        (failure: { code: number }) => failure.code,
      )
      codes.push(code)
    } else if (change_step.kind === 'change') {
      const change = { fee_id: chosen.fee_id, from_value: from, to_value: to, fee_fixed: change_step.fixed }
      expected.push(meets({ ...chosen, from, to }, chosen) ? 2003 : 0)
      const code = await errorCodeOf(an.call(groupVipFee.update, change))
      codes.push(code)
      if (code === 0) Object.assign(chosen, { from, to, fixed: change_step.fixed })
    } else {
      await an.call(groupVipFee.delete, { fee_id: chosen.fee_id })
      model.splice(model.indexOf(chosen), 1)
    }
  }
  expect(codes).toEqual(expected)
  const naive = (vendor: number, category: number, amount: number) => {
    for (const [named_vendor, named_category] of [
      [vendor, category],
      [vendor, null],
      [null, category],
      [null, null],
    ])
      for (const rule of model)
        if (
          rule.vendor === named_vendor &&
          rule.category === named_category &&
          rule.from <= amount &&
          amount <= rule.to
        )
          return rule.fixed
    return 0
  }
  for (const vendor of [vendors.MOMO!, vendors.POS!, vendors.BANK!])
    for (const category of [product.keno, product.mega645, product.south])
      for (let amount = 0; amount <= 21; amount += 3) {
        const { fee } = await an.call(groupVipFee.try, { group_vip_id, amount, payment_vendor_id: vendor, category })
        expect(fee, `${vendor} ${category} ${amount}`).toBe(naive(vendor, category, amount))
      }
})
