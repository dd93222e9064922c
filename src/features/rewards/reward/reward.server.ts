import { sql } from 'kysely'
import { checkDays, paginate, sortOf } from '#server/record/list.ts'
import { serve } from '#server/serve.ts'
import type { Product } from '#features/results/product/product.contract.ts'
import { rewardDetail } from './reward-detail.server.ts'
import { rewards } from './reward.contract.ts'
import { rewardQuery, selectReward } from './reward.query.server.ts'

export default serve(rewards, {
  list: ({ db, me, input, fail }) => {
    checkDays(input, fail)
    const [column, direction] = sortOf(input.sort, '-open_date')
    const query = selectReward(rewardQuery(db, me, input))
      .orderBy(sql.ref(`r.${column}`), direction)
      .orderBy('r.reward_id', direction)
    return paginate(db, query, input, ['gross', 'tax', 'fee', 'net'])
  },

  detail: async ({ db, me, input: { reward_id }, fail }) => {
    return (await rewardDetail(db, me, reward_id)) ?? fail('request_not_found')
  },

  categoryGroups: async ({ db }) => {
    const { rows } = await sql<Group>`
      select line as group_code, case line when 'xskt' then 'Vé truyền thống' else 'Vé điện toán' end as group_name,
        jsonb_agg(jsonb_build_object('category', category, 'category_name', category_name) order by category) as categories
      from category group by line order by min(category)`.execute(db)
    return { items: rows, total: rows.length }
  },
})

interface Group {
  group_code: string
  group_name: string
  categories: { category: Product; category_name: string }[]
}
