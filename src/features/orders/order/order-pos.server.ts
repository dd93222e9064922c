import type * as z from 'zod/mini'
import { contains, paginate, vietnamese } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import type { posChoice } from './order.contract.ts'

interface ChoiceContext {
  db: Db
  me: Me
  input: z.output<typeof posChoice.input>
}

/** The points of sale to choose from, for orders and reports about them. */
export function posToChoose({ db, me, input }: ChoiceContext) {
  const query = db
    .selectFrom('pos as s')
    .select(['s.pos_id', 's.pos_code', 's.pos_name'])
    .where(within(me, 'pos', 's'))
    .where(contains('s.search', input.keyword))
    .$if(input.pos_id != null, (q) => q.where('s.pos_id', '=', input.pos_id!))
    .orderBy(vietnamese('s.pos_name'))
    .orderBy('s.pos_id')
  return paginate(db, query, input)
}
