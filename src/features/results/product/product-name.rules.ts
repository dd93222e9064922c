import { infoOf } from '#contract/schema.ts'
import { category, type Product } from './product.contract.ts'

const products = infoOf(category())!.options!

/** The Vietnamese name of a product. */
export function productName(number: Product): string {
  return products.find(({ value }) => value === number)?.label ?? String(number)
}
