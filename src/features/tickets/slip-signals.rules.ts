/** What whoever approves a slip of tickets or of ticket groups should know before. */
import { holding, type RiskSignal } from '#contract/signals.ts'

/** The number of slips of both kinds that wait: their contracts are too large for a page that has the other kind. */
export const waiting_slip = 1

interface Slip {
  status: number
  /** Why it cannot be approved now, and from when on it can. */
  blocked: string | null
  created_by: number | null
  changed_by: readonly number[]
}

export function signalsOf({ status, blocked, created_by, changed_by }: Slip): RiskSignal[] {
  if (status !== waiting_slip) return []
  return holding([
    blocked !== null && { text: blocked.replace(/\.$/, ''), tone: 'red' },
    changed_by.some((one) => one !== created_by) && { text: 'Người khác đã sửa', tone: 'amber' },
  ])
}
