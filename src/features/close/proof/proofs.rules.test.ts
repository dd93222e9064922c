import { expect, test } from 'vitest'
import { proof_names, proofsOf, type ProofName } from './proofs.rules.ts'

test('a figure that a statement no longer gives is an error and not a wrong sum', () => {
  const nothing = { facts: {}, lines: [], found: 0, findings: [] }
  const figures = Object.fromEntries(proof_names.map((proof) => [proof, nothing] as const)) as Record<
    ProofName,
    typeof nothing
  >
  expect(() => proofsOf('2026-11-27', figures)).toThrow('The proof sales has no figure orders')
  const sales = { ...nothing, facts: { orders: 1, sold: 2, taken: 2, posted: 2 } }
  expect(() => proofsOf('2026-11-27', { ...figures, sales })).toThrow('The proof report has no figure reported')
})

test('links of sales and fees say that they open the orders placed on the day, and name no number of paid ones', () => {
  const figuresOf = (facts: Record<string, number>) => ({ facts, lines: [], found: 0, findings: [] })
  const every_fact = new Proxy({}, { get: () => 3 })
  const figures = Object.fromEntries(proof_names.map((proof) => [proof, figuresOf(every_fact)])) as Record<
    ProofName,
    ReturnType<typeof figuresOf>
  >
  const texts = proofsOf('2026-11-27', figures)
    .filter(({ link }) => link?.startsWith('/lich-su-giao-dich?'))
    .map(({ link_text }) => link_text)
  expect(texts).toEqual(['Đơn đặt trong ngày', 'Đơn tính doanh thu', 'Đơn đặt trong ngày'])
})
