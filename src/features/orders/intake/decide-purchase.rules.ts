/** Decides which purchases of several draws are accepted, and what their orders are: all of them or none. */
import { Failure } from '#contract/errors.ts'
import { maxDraws } from '#features/results/product/game.rules.ts'
import { decide, whyNotSelling, type Draft } from './decide.rules.ts'
import type { IntakeState, Period } from './intake-state.rules.ts'
import type { BoardOrder, PurchaseRequest } from './order-request.rules.ts'

/**
 * Decides the purchase's order of each draw; later draws need not have opened yet.
 * @throws Failure when one of them is refused; `state` is then unchanged
 */
export function decidePurchase({ draws, ...request }: PurchaseRequest, state: IntakeState): Draft[] {
  const [sold, cash_allowances] = [[...state.sold], [...state.cash_allowances]]
  const remaining = state.limits.map((limit) => limit.remaining)
  try {
    return drawsInRow(request, draws, state).map(({ period_id }, n) =>
      decide({ ...request, period_id }, state, { is_ahead: n > 0 }),
    )
  } catch (error) {
    state.sold.clear()
    for (const [pos_id, amount] of sold) state.sold.set(pos_id, amount)
    for (const [partner_id, allowance] of cash_allowances) state.cash_allowances.set(partner_id, allowance)
    state.limits.forEach((limit, n) => (limit.remaining = remaining[n]!))
    throw error
  }
}

/** The next draws by time; cancelled ones are skipped. */
function drawsInRow({ category, period_id }: BoardOrder, draws: number, { periods }: IntakeState): Period[] {
  const max_draws = maxDraws(category)
  if (draws > max_draws)
    throw new Failure('request_invalid', { fields: { draws: `Mỗi lần mua từ 1 đến ${max_draws} kỳ liên tiếp` } })
  const of_game = periods.filter((period) => period.category === category)
  const selling = of_game.filter((period) => !period.is_stopped && !period.is_cancelled)
  const refusal = period_id == null ? null : whyNotSelling(of_game.find((period) => period.period_id === period_id))
  if (refusal) throw refusal
  const first_index = selling.findIndex((period) =>
    period_id == null ? period.is_open : period.period_id === period_id,
  )
  if (first_index === -1) throw new Failure('period_not_opened', { message: 'Chưa có kỳ nào đang mở bán.' })
  const row = selling.slice(first_index, first_index + draws)
  if (row.length < draws)
    throw new Failure('period_not_opened', { message: `Hiện chỉ mua trước được ${row.length} kỳ.` })
  return row
}
