import { sql } from 'kysely'
import { checkDays, paginate, sortOf } from '#server/record/list.ts'
import { serve } from '#server/serve.ts'
import { deposits } from './deposit.contract.ts'
import { selectDeposits } from './deposit.query.server.ts'
import { updateDeposit } from './update-deposit.server.ts'

export default serve(deposits, {
  list: ({ db, me, input, fail }) => {
    checkDays(input, fail)
    const [column, direction] = sortOf(input.sort, '-created_at')
    const query = selectDeposits(db, me, input)
      .orderBy(sql.ref(`d.${column}`), (order) => (direction === 'desc' ? order.desc().nullsLast() : order.asc()))
      .orderBy('d.deposit_id', direction)
    return paginate(db, query, input, ['amount', 'paid_amount'])
  },

  update: updateDeposit,
})
