import { expect, test } from 'vitest'
import type { StatementDetailRow } from './partner-statement.contract.ts'
import { limitItems } from './statement.rules.ts'

const limitsOf = (debt_limit: number | null) => {
  const figures = { opening_deposit: 0, closing_deposit: 300_000 }
  const row = { figures, debt_now: 100_000, deposit_now: 300_000, debt_limit }
  const items = limitItems(row as unknown as StatementDetailRow)
  return Object.fromEntries(items.map(({ label, value }) => [label, value]))
}

test('a partner with a limit may owe the limit and its deposit, less its debt', () => {
  expect(limitsOf(1_000_000)).toMatchObject({ 'Hạn mức nợ': '1.000.000 đ', 'Còn được nợ': '1.200.000 đ' })
  expect(limitsOf(0)).toMatchObject({ 'Hạn mức nợ': '0 đ', 'Còn được nợ': '200.000 đ' })
})

test('without a limit tills take cash without end, and only payouts are limited', () => {
  const items = limitsOf(null)
  expect(items['Hạn mức nợ']).toBe('Chưa đặt (máy thu tiền mặt không bị chặn)')
  expect(items).toMatchObject({ 'Còn chi được': '200.000 đ' })
  expect(items).not.toHaveProperty('Còn được nợ')
})
