/**
 * What a group of points of sale may sell, by which sources it is paid, and at which prices; points of sale without a group sell everything as usual.
 */
import type { SaleGroup } from './intake-state.rules.ts'

/** A group without products of its own sells all of them. */
export function mayNotSell(group: SaleGroup | undefined, category: number): boolean {
  return group !== undefined && group.products.length > 0 && !group.products.includes(category)
}

/** A group without sources of its own accepts all of them. */
export function mayNotTake(group: SaleGroup | undefined, payment_vendor_id: number): boolean {
  return group !== undefined && group.vendors.length > 0 && !group.vendors.includes(payment_vendor_id)
}

/** The group's price of one ticket or one play, in đồng. */
export function priceIn(group: SaleGroup | undefined, category: number, usual: number): number {
  return group?.prices.find((price) => price.category === category)?.price ?? usual
}
