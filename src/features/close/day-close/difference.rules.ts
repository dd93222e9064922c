import { dayText } from '#contract/text/day-text.ts'
import { numberText } from '#contract/text/number-text.ts'
import type { DayProof, ExceptionRow } from './day-close.contract.ts'

const units = { money: 'đ', tickets: 'vé', draws: 'kỳ' } as const

/** By how much a proof or an exception differs, in the unit of its proof: 'Lệch −130.000 đ'. */
export function differenceText(amount: number, unit: DayProof['unit']): string {
  return `Lệch ${amount < 0 ? '−' : ''}${numberText(Math.abs(amount))} ${units[unit]}`
}

/** Who settles a carried exception, how and until when: 'ketoan: Chờ chứng từ, hạn 01/10/2026'. */
export function assignmentText({
  user_name,
  reason,
  due_date,
}: Pick<ExceptionRow, 'user_name' | 'reason' | 'due_date'>): string {
  return `${user_name}: ${reason}, hạn ${dayText(due_date!)}`
}
