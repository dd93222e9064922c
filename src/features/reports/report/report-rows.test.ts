import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { maxPageRows } from '#contract/call.ts'
import { transactions } from '#features/orders/order/transaction.contract.ts'
import { breakdown } from '#features/reports/breakdown/breakdown.contract.ts'
import { sales } from '#features/reports/sales/sales.contract.ts'

test('an answer of a report has up to 10,000 rows, so that its file has one snapshot', () => {
  for (const call of [sales.xskt, sales.xsdt, breakdown.byPrice, breakdown.byType, breakdown.byGroup]) {
    expect(maxPageRows(call)).toBe(10_000)
    const accepts = (page_size: number) => z.safeParse(call.input as z.ZodMiniType, { page_size }).success
    expect([accepts(10_000), accepts(10_001)]).toEqual([true, false])
  }
  expect(maxPageRows(transactions.list)).toBe(300)
})
