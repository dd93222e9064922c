/** Why a return slip cannot be confirmed, and warnings for the person who confirms it. */
import type { Decider } from '#contract/person.ts'
import { whyNot } from '#contract/lifecycle.ts'
import { activeSignals, type RiskSignal } from '#contract/signals.ts'
import type { ReturnRow } from './ticket-return.contract.ts'
import { returnLife } from './return-life.contract.ts'

const isPastDeadline = (slip: Pick<ReturnRow, 'return_until'>, now: number) => Date.parse(slip.return_until) <= now

/** `now` in milliseconds, by the server's clock. */
export function whyNotConfirm(slip: ReturnRow, me: Decider, now: number): string | null {
  const refusal = whyNot(returnLife.moves.confirm, slip, me)?.message ?? null
  return refusal ?? (isPastDeadline(slip, now) ? 'Đã quá giờ chốt hoàn của đài.' : null)
}

export function riskSignalsOf(slip: ReturnRow, now: number): RiskSignal[] {
  if (slip.status !== returnLife.status.waiting) return []
  const { quantity, received, returned_before, limit_rate } = slip
  return activeSignals([
    isPastDeadline(slip, now) && { text: 'Đã quá giờ chốt hoàn', tone: 'red' },
    returned_before + quantity >= Math.floor((received * limit_rate) / 10_000) && {
      text: 'Chạm hạn mức hoàn',
      tone: 'amber',
    },
  ])
}
