import { sql } from 'kysely'
import { contains, paginate, sortOf } from '#server/record/list.ts'
import { serve } from '#server/serve.ts'
import { cashbackRequestStatus } from './cashback-request.contract.ts'
import { cashbackWaiting } from './cashback-waiting.contract.ts'

export default serve(cashbackWaiting, {
  list: ({ db, input }) => {
    const [, direction] = sortOf(input.sort, 'created_at')
    const query = db
      .selectFrom('cashback_request as w')
      .innerJoin('cashback as c', 'c.cashback_id', 'w.cashback_id')
      .select(['w.cashback_id', 'w.created_at'])
      .where('w.status', '=', cashbackRequestStatus.waiting)
      .where('c.end_at', '>', sql<string>`clock_timestamp()`)
      .where(contains('c.search', input.keyword))
      .orderBy('w.created_at', direction)
      .orderBy('w.cashback_request_id', direction)
    return paginate(db, query, input)
  },
})
