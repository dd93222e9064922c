/** Why an action on a slip is not possible now; shown by the screen, refused by the server. */
import type { Decider } from '#contract/person.ts'
import { allows, whyNot } from '#contract/lifecycle.ts'
import { importLife, importStatus, type ImportStatus } from './ticket-import.contract.ts'

interface SlipMakers {
  status: ImportStatus
  created_by: number | null
  changed_by: readonly number[]
  /** Whether the period is open, as lists know it; the server checks the period itself. */
  blocked?: string | null
}

const { moves } = importLife

/** Neither the slip's maker nor people who changed its lines may approve it. */
export function whyNotApprove(slip: SlipMakers, me: Decider | null): string | null {
  return whyNot(moves.approve, slip, me)?.message ?? slip.blocked ?? null
}

export function whyNotChange(slip: Pick<SlipMakers, 'status'>): string | null {
  return whyNot(moves.change, slip, null)?.message ?? null
}

export function whyNotDelete(slip: Pick<SlipMakers, 'status'>): string | null {
  return whyNot(moves.delete, slip, null)?.message ?? null
}

export function whyNotReturn(slip: Pick<SlipMakers, 'status'>): string | null {
  if (slip.status === importStatus.waiting && !allows(moves.return, slip.status)) return 'Phiếu chưa được duyệt.'
  return whyNot(moves.return, slip, null)?.message ?? null
}
