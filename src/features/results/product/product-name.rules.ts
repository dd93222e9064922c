import { infoOf } from '#contract/schema.ts'
import { category, type Product } from './product.contract.ts'

const products = infoOf(category())!.options!

/** What a product is called on screen. */
export function productName(one: Product): string {
  return products.find(({ value }) => value === one)?.label ?? String(one)
}
