import { contains, paginate, vietnamese } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import { posToChoose } from '#features/orders/order/order-pos.server.ts'
import { comparedDays } from '#features/reports/report/compare.query.server.ts'
import { stampOf } from '#features/reports/report/report.query.server.ts'
import { salesPage } from './sales.query.server.ts'
import { sales } from './sales.contract.ts'

export default serve(sales, {
  xskt: async ({ db, me, input, fail }) => {
    const stamp = await stampOf(db, input, fail)
    const days = await comparedDays(db, input.compare, stamp)
    return { ...(await salesPage(db, me, 'xskt', { ...input, ...stamp }, days)), ...stamp }
  },

  xsdt: async ({ db, me, input, fail }) => {
    const stamp = await stampOf(db, input, fail)
    const days = await comparedDays(db, input.compare, stamp)
    return { ...(await salesPage(db, me, 'xsdt', { ...input, ...stamp }, days)), ...stamp }
  },

  pos: posToChoose,

  userPos: ({ db, me, input }) =>
    paginate(
      db,
      db
        .selectFrom('user_pos')
        .select(['user_pos_id', 'user_name', 'full_name'])
        .where(within(me, 'user_pos'))
        .where(contains('search', input.keyword))
        .$if(input.pos_id != null, (q) => q.where('pos_id', '=', input.pos_id!))
        .$if(input.user_pos_id != null, (q) => q.where('user_pos_id', '=', input.user_pos_id!))
        .orderBy('user_name'),
      input,
    ),

  partner: ({ db, me, input }) =>
    paginate(
      db,
      db
        .selectFrom('partner')
        .select(['partner_id', 'partner_code', 'partner_name'])
        .where(within(me, 'partner'))
        .where(contains('search', input.keyword))
        .$if(input.partner_id != null, (q) => q.where('partner_id', '=', input.partner_id!))
        .orderBy(vietnamese('partner_name'))
        .orderBy('partner_id'),
      input,
    ),

  posGroup: ({ db, me, input }) =>
    paginate(
      db,
      db
        .selectFrom('pos_group as g')
        .select(['g.pos_group_id', 'g.pos_group_name'])
        .where(({ exists, selectFrom }) =>
          exists(selectFrom('pos').whereRef('pos.pos_group_id', '=', 'g.pos_group_id').where(within(me, 'pos'))),
        )
        .where(contains('g.search', input.keyword))
        .$if(input.pos_group_id != null, (q) => q.where('g.pos_group_id', '=', input.pos_group_id!))
        .orderBy(vietnamese('g.pos_group_name'))
        .orderBy('g.pos_group_id'),
      input,
    ),
})
