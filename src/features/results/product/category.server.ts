import { serve } from '#server/serve.ts'
import { categories } from './category.contract.ts'
import { maxBoards, maxStakes, playTypesOf } from './game.rules.ts'
import { isTraditional, type Product, type ProductLine } from './product.contract.ts'

export default serve(categories, {
  list: async ({ db }) => {
    const rows = await db
      .selectFrom('category')
      .select(['category', 'category_code', 'category_name', 'line', 'price_unit', 'commission_rate', 'status'])
      .$narrowType<{ category: Product; line: ProductLine; status: 0 | 1 }>()
      .orderBy('category')
      .execute()
    const items = rows.map((row) => ({
      ...row,
      max_boards: isTraditional(row.category) ? null : maxBoards(row.category),
      max_stakes: isTraditional(row.category) ? null : maxStakes(row.category),
      play_types: playTypesOf(row.category).map(({ play_type, label, lines }) => ({ play_type, label, lines })),
    }))
    return { items, total: items.length }
  },
})
