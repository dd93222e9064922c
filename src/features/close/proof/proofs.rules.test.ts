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
