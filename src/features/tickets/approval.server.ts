/** Shared by the approvals of import slips and of ticket groups' slips: when a period accepts tickets, and labels. */
import { sql } from 'kysely'
import { errors, type Refusal } from '#contract/errors.ts'
import { refusal } from '#server/record/bulk.ts'
import { numberText } from '#contract/text/number-text.ts'
import { riskSignalsOf, waiting_slip } from './slip-signals.rules.ts'
import type { Period } from './draw-area/period.server.ts'

const words = {
  closed: 'Đài nghỉ quay ngày này.',
  cancelled: 'Kỳ quay này đã hủy, không nhập vé được nữa.',
  not_in_charge: 'Kho đã ngừng hoạt động hoặc không còn phụ trách đài này.',
  stopped: 'Kỳ đã ngừng bán, không nhập thêm vé được.',
}

/** Why tickets cannot be brought into stock for this period now; null when they can. */
export function periodRefusal(
  period: Period | undefined,
): Refusal<'period_closed' | 'period_without_result' | 'action_invalid'> | null {
  if (!period) return refusal('period_closed')
  if (period.is_closed) return refusal('period_closed', words.closed)
  if (period.is_cancelled) return refusal('period_closed', words.cancelled)
  if (!period.is_in_charge) return refusal('action_invalid', words.not_in_charge)
  if (period.is_stopped) return refusal('period_closed', words.stopped)
  if (!period.is_open) return refusal('period_without_result', 'Kỳ chưa mở bán, hãy duyệt sau giờ mở bán.')
  return null
}

/**
 * SQL for a slip `i` with its store `b`: why a waiting slip cannot be approved now, and from when on it can; null where it can. The same reasons in
 * the same order as `periodRefusal`, for whole lists.
 */
export const approval_block = sql<string | null>`case when i.status = ${sql.lit(waiting_slip)} then nullif(coalesce((
  select case
    when exists (select from draw_closed_day c where c.area_id = p.area_id and c.day = p.open_date) then ${words.closed}
    when p.cancelled_at is not null then ${words.cancelled}
    when b.status <> 1 or not exists (select from base_store_area o where o.base_id = b.base_id and o.area_id = p.area_id)
      then ${words.not_in_charge}
    when clock_timestamp() >= p.stop_at then ${words.stopped}
    when clock_timestamp() < p.open_at then 'Duyệt được từ ' || to_char(p.open_at, 'HH24:MI DD/MM')
    else '' end
  from draw_period p where p.area_id = i.area_id and p.open_date = i.open_date), ${errors.period_closed[1]}), '') end`

/** A slip's label in a batch. */
export function slipLabel({ import_code, quantity }: { import_code: string; quantity: number }): string {
  return `${import_code} · ${numberText(quantity)} vé`
}

/** The warnings to read before a slip is approved. */
export function signalTexts(slip: Omit<Parameters<typeof riskSignalsOf>[0], 'blocked'>): string[] {
  return riskSignalsOf({ ...slip, blocked: null }).map(({ text }) => text)
}
