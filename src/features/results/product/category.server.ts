import { serve } from '#server/serve.ts'
import { categories } from './category.contract.ts'
import { playTypesOf } from './game.rules.ts'
import type { Product, ProductLine } from './product.contract.ts'

export default serve(categories, {
  list: async ({ db }) => {
    const found = await db
      .selectFrom('category')
      .select(['category', 'category_code', 'category_name', 'line', 'price_unit', 'commission_rate', 'status'])
      .$narrowType<{ category: Product; line: ProductLine; status: 0 | 1 }>()
      .orderBy('category')
      .execute()
    const items = found.map((one) => ({
      ...one,
      play_types: playTypesOf(one.category).map(({ play_type, label }) => ({ play_type, label })),
    }))
    return { items, total: items.length }
  },
})
