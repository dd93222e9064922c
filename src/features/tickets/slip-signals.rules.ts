/** Warnings for the person who approves a slip of tickets or of ticket groups. */
import { activeSignals, type RiskSignal } from '#contract/signals.ts'

/** The status number of waiting slips of both kinds: importing both contracts would make the pages' bundles too large. */
export const waiting_slip = 1

interface Slip {
  status: number
  /** Why it cannot be approved now, and from when on it can. */
  blocked: string | null
  created_by: number | null
  changed_by: readonly number[]
}

/**
 * None for a slip that no longer waits; else whether it is blocked, and whether it was changed by somebody other than
 * its maker.
 */
export function riskSignalsOf({ status, blocked, created_by, changed_by }: Slip): RiskSignal[] {
  if (status !== waiting_slip) return []
  return activeSignals([
    blocked !== null && { text: blocked.replace(/\.$/, ''), tone: 'red' },
    changed_by.some((editor) => editor !== created_by) && { text: 'Người khác đã sửa', tone: 'amber' },
  ])
}
