/** What a group of points of sale may sell, how it is paid, and at which price; without a group everything as usual. */
import type { SaleGroup } from './intake-state.rules.ts'

/** A group with no products of its own sells all of them. */
export function mayNotSell(group: SaleGroup | undefined, category: number): boolean {
  return group !== undefined && group.products.length > 0 && !group.products.includes(category)
}

/** A group with no sources of its own takes all of them. */
export function mayNotTake(group: SaleGroup | undefined, payment_vendor_id: number): boolean {
  return group !== undefined && group.vendors.length > 0 && !group.vendors.includes(payment_vendor_id)
}

/** What one ticket or one play costs there, in đồng. */
export function priceIn(group: SaleGroup | undefined, category: number, usual: number): number {
  return group?.prices.find((one) => one.category === category)?.price ?? usual
}
