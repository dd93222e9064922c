import { sql } from 'kysely'
import { paginate } from '#server/record/list.ts'
import { serve } from '#server/serve.ts'
import { groupVipFee } from './fee.contract.ts'
import { ruleFor, feeBy } from './fee.rules.ts'
import { assertGroup, feeQuery, findFee, startOfDayOrNow } from './fee-query.server.ts'
import { addFee, changeFee, endFee } from './fee-change.server.ts'
import { estimateLastWeek } from './fee-estimate.server.ts'
import { feeRulesOfGroup } from './fee.server.ts'

export default serve(groupVipFee, {
  list: ({ db, input }) => {
    const rows = feeQuery(db, input)
      .orderBy(sql`v.position nulls first`)
      .orderBy(sql`f.category nulls first`)
      .orderBy('f.from_value')
      .orderBy('f.holds_from', 'desc')
      .orderBy('f.fee_id')
    return paginate(db, rows, input)
  },

  detail: async ({ db, input, fail }) => (await findFee(db, input.fee_id)) ?? fail('not_found'),

  add: addFee,
  update: changeFee,
  delete: endFee,

  try: async ({ db, input, fail }) => {
    await assertGroup(db, input.group_vip_id, fail)
    const rules = await feeRulesOfGroup(db, input.group_vip_id, await startOfDayOrNow(db, input.on))
    const rule = ruleFor(rules, input)
    return {
      fee: rule ? feeBy(rule, input.amount) : 0,
      rule: rule ? (await findFee(db, rule.fee_id))! : null,
    }
  },

  lastWeek: ({ db, me, input, fail }) => estimateLastWeek(db, me, input, fail),
})
