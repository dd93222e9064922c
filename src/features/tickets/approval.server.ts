/** What the approvals of slips and of whole sets have in common: when a draw takes tickets, and how a batch answers for each slip. */
import { createHash } from 'node:crypto'
import { errors, type ErrorName } from '#contract/errors.ts'
import type { Fail } from '#server/serve.ts'
import type { Db } from '#server/database/transaction.ts'
import { periodOf } from './draw-area/period.server.ts'
import type { StockOf } from './stock/move-stock.server.ts'

/** Why something cannot be, with a sentence that fits the case better than the catalogue's. */
export interface Refusal {
  error: ErrorName
  message: string
}

export function refusal(error: ErrorName, message: string = errors[error][1]): Refusal {
  return { error, message }
}

/** Why tickets cannot come into stock for this draw now; null when they can. */
export async function periodAgainst(db: Db, slip: StockOf, how: 'held' | 'seen'): Promise<Refusal | null> {
  const period = await periodOf(db, slip, how)
  if (!period) return refusal('period_closed')
  if (period.is_closed) return refusal('period_closed', 'Đài nghỉ quay ngày này.')
  if (!period.is_in_charge) return refusal('action_invalid', 'Kho đã ngừng hoạt động hoặc không còn phụ trách đài này.')
  if (period.is_stopped) return refusal('period_closed', 'Kỳ đã ngừng bán, không nhập thêm vé được.')
  if (!period.is_open) return refusal('period_without_result', 'Kỳ chưa mở bán, hãy duyệt sau giờ mở bán.')
  return null
}

/** Refused when the chosen slips are not as many as the person saw. */
export function asExpected(found: number, expected: number, fail: Fail<'changed_by_other'>): void {
  if (found === expected) return
  fail('changed_by_other', {
    message: `Danh sách đã thay đổi: nay có ${found} dòng thay vì ${expected}. Chưa có gì được thực hiện.`,
  })
}

interface Slip {
  id: number
  import_code: string
  quantity: number
  version: number
}

/** Stands for these slips with the versions that they have now. */
function markOf(slips: readonly Slip[]): string {
  return createHash('sha256')
    .update(slips.map(({ id, version }) => `${id}:${version}`).join())
    .digest('hex')
}

/** Refused when a slip was changed after the person looked at what would be approved. */
export function asSeen(slips: readonly Slip[], seen: string | null | undefined, fail: Fail<'changed_by_other'>): void {
  if (seen == null || seen === markOf(slips)) return
  fail('changed_by_other', { message: 'Có phiếu vừa được sửa sau khi bạn xem. Chưa có gì được duyệt, hãy xem lại.' })
}

/** Decides slip by slip and tells what became of each. */
export async function reportOf<S extends Slip>(slips: readonly S[], decide: (slip: S) => Promise<Refusal | null>) {
  const seen = markOf(slips)
  const rows = []
  for (const slip of slips) {
    const refused = await decide(slip)
    rows.push({
      id: slip.id,
      label: `${slip.import_code} · ${slip.quantity.toLocaleString('vi-VN')} vé`,
      outcome: refused ? ('skipped' as const) : ('done' as const),
      reason: refused?.message ?? null,
      code: refused ? codeOf(refused.error) : null,
    })
  }
  const done = rows.filter(({ outcome }) => outcome === 'done').length
  return { seen, done, skipped: rows.length - done, rows }
}

/** In a batch a draw that is not open yet has a number of its own. */
function codeOf(error: ErrorName): number {
  return errors[error === 'period_without_result' ? 'period_not_opened' : error][0]
}
