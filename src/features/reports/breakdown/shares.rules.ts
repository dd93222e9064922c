/** The shares of these parts in thousandths, which add up to 1000 (largest remainder method). */
export function sharesOf(parts: readonly number[]): number[] {
  const total = parts.reduce((sum, part) => sum + BigInt(part), 0n)
  if (total <= 0n) return parts.map(() => 0)
  const exact = parts.map((part, index) => ({ index, product: BigInt(part) * 1000n }))
  const shares = exact.map(({ product }) => Number(product / total))
  const missing_permille = 1000 - shares.reduce((sum, share) => sum + share, 0)
  const byLoss = exact.toSorted((a, b) => Number((b.product % total) - (a.product % total)) || a.index - b.index)
  for (const { index } of byLoss.slice(0, missing_permille)) shares[index]! += 1
  return shares
}
