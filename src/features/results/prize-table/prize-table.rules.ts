/** Checks a prize table, on the screen and on the server. */
import type { Product } from '#features/results/product/product.contract.ts'
import { publishedTiers } from '#features/results/result/draw-shape.rules.ts'
import { tiersOf } from '#features/results/prize/tiers.rules.ts'

/** The tiers that a table must have: all except those whose amount the operator publishes with every draw. */
export function tiersToFill(category: Product) {
  const published = new Set(publishedTiers(category).flatMap(({ tier, when }) => (when === 'always' ? tier : [])))
  return tiersOf(category).filter(({ tier }) => !published.has(tier))
}

/** Why these amounts are not a valid table of this product; undefined when they are. */
export function tableFault(category: Product, amounts: Readonly<Record<string, number>>): string | undefined {
  const tiers = tiersToFill(category)
  if (tiers.length === 0) return 'Sản phẩm này không còn quay thưởng'
  const missing = tiers.find(({ tier }) => amounts[tier] === undefined)
  if (missing) return `Chưa có giá trị của “${missing.label}”`
  const unknown = Object.keys(amounts).find((key) => !tiers.some(({ tier }) => tier === key))
  if (unknown !== undefined) return `Sản phẩm này không có hạng giải ${unknown}`
  return Object.values(amounts).every((amount) => amount === 0) ? 'Chưa có giá trị giải nào' : undefined
}
