import { contains, vietnamese } from '#server/record/list.ts'
import { serve } from '#server/serve.ts'
import { location } from './location.contract.ts'

export default serve(location, {
  province: async ({ db, input }) => {
    const items = await db
      .selectFrom('province')
      .select(['province_id as id', 'province_id', 'kind', 'province_name', 'province_now'])
      .$narrowType<{ kind: 'Thành phố' | 'Tỉnh' }>()
      .where(contains('search', input.keyword))
      .orderBy(vietnamese('province_name'))
      .execute()
    return { items, total: items.length }
  },

  district: async ({ db, input }) => {
    const items = await db
      .selectFrom('district')
      .select(['district_id as id', 'district_id', 'province_id', 'district_name'])
      .where('province_id', '=', input.province_id)
      .where(contains('search', input.keyword))
      .orderBy('district_name')
      .execute()
    return { items, total: items.length }
  },
})
