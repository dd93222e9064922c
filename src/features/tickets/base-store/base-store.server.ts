import { vietnamese } from '#server/list.ts'
import { serve } from '#server/serve.ts'
import { baseStore } from './base-store.contract.ts'

export default serve(baseStore, {
  list: async ({ db }) => {
    const items = await db
      .selectFrom('base_store')
      .select(['base_id', 'base_code', 'base_name', 'status'])
      .$narrowType<{ status: 0 | 1 }>()
      .orderBy(vietnamese('base_name'))
      .execute()
    return { items, total: items.length }
  },
})
