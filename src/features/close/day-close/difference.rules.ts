import type { DayProof } from './day-close.contract.ts'

const units = { money: 'đ', tickets: 'vé', draws: 'kỳ' } as const

/** By how much a proof or an exception differs, in the unit of its proof: 'Lệch −130.000 đ'. */
export function differenceText(amount: number, unit: DayProof['unit']): string {
  return `Lệch ${amount < 0 ? '−' : ''}${Math.abs(amount).toLocaleString('vi-VN')} ${units[unit]}`
}
