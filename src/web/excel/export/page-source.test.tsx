import { expect, test } from 'vitest'
import { sales } from '#features/reports/sales/sales.contract.ts'
import { transactions } from '#features/orders/order/transaction.contract.ts'
import { pageSourceOf } from './page-source.ts'

test('only a call that has parts is asked for them', () => {
  expect(pageSourceOf(sales.xskt, { from_date: '2026-11-01', page_index: 3 })).toMatchObject({
    has_parts: false,
    input: { from_date: '2026-11-01' },
  })
  expect(pageSourceOf(transactions.list, {})).toMatchObject({ has_parts: true })
})
