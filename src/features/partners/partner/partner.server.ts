import { contains, paginate, sortOf, vietnamese } from '#server/list.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import { partner } from './partner.contract.ts'

export default serve(partner, {
  list: async ({ db, me, input }) => {
    const [column, direction] = sortOf(input.sort, 'partner_name')
    const query = db
      .selectFrom('partner')
      .select(['partner_id', 'partner_code', 'partner_name', 'status'])
      .$narrowType<{ status: 0 | 1 }>()
      .where(within(me, 'partner'))
      .where(contains('search', input.keyword))
      .$if(input.status != null, (q) => q.where('status', '=', input.status!))
      .orderBy(vietnamese(column), direction)
      .orderBy('partner_id')
    return paginate(db, query, input)
  },
})
