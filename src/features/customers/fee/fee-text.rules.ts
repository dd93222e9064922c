/** Fee rules as Vietnamese text. */
import { moneyText } from '#contract/text/money-text.ts'
import { rateText } from '#contract/text/percent-text.ts'
import { numberText } from '#contract/text/number-text.ts'
import { feeBy, shareOf, type FeeRule } from './fee.rules.ts'

/** The fee: '0,8% + 1.000 đ', '1.500 đ', 'Miễn phí'. */
export function feeText({ fee_rate, fee_fixed, fee_least }: FeeRule): string {
  const parts = [fee_rate > 0 && rateText(fee_rate), fee_fixed > 0 && moneyText(fee_fixed)].filter(Boolean)
  if (parts.length > 0) return parts.join(' + ')
  return fee_least > 0 ? moneyText(fee_least) : 'Miễn phí'
}

/** Its bounds: 'tối thiểu 1.600 đ, tối đa 12.000 đ', 'cố định', 'mọi đơn'. */
export function limitsText(rule: FeeRule): string {
  const { fee_rate, fee_fixed, fee_least, fee_most, from_value, to_value } = rule
  const limits = [
    fee_least > 0 && fee_rate + fee_fixed > 0 && `tối thiểu ${moneyText(fee_least)}`,
    fee_most !== null && `tối đa ${moneyText(fee_most)}`,
  ].filter(Boolean)
  if (limits.length > 0) return limits.join(', ')
  if (fee_rate > 0) return from_value === 0 && to_value === null ? 'mọi đơn' : ''
  return fee_fixed > 0 ? 'cố định' : 'mọi đơn'
}

/** The range of amounts: '200.001 – 2.000.000'; to infinity '5.000.001 – ∞'. */
export function rangeText({ from_value, to_value }: Pick<FeeRule, 'from_value' | 'to_value'>): string {
  return `${numberText(from_value)} – ${to_value === null ? '∞' : numberText(to_value)}`
}

/** How the fee of an amount is calculated, a line for each step. */
export function stepsOf(rule: FeeRule, amount: number): string[] {
  const { fee_rate, fee_fixed, fee_least, fee_most } = rule
  const steps: string[] = []
  const share = shareOf(amount, fee_rate)
  if (fee_rate > 0) steps.push(`${moneyText(amount)} × ${rateText(fee_rate)} = ${moneyText(share)}`)
  if (fee_fixed > 0)
    steps.push(fee_rate > 0 ? `cộng phí cố định ${moneyText(fee_fixed)}` : `Phí cố định ${moneyText(fee_fixed)}`)
  const uncapped_fee = share + fee_fixed
  const fee = feeBy(rule, amount)
  if (fee > uncapped_fee) steps.push(`Nâng lên mức tối thiểu ${moneyText(fee_least)}`)
  else if (fee < uncapped_fee) steps.push(`Hạ xuống mức tối đa ${moneyText(fee_most ?? 0)}`)
  return steps.length > 0 ? steps : ['Quy tắc này không thu phí']
}
