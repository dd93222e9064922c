/** Chooses the form of a prize by the first matching rule, and its fee. */
import { rewardForm, type RewardForm } from './reward.contract.ts'

export interface FormRule {
  reward_form_id: number
  /** Null means any. */
  category: number | null
  group_vip_id: number | null
  handling: number | null
  /** The range of the prize after tax in đồng, both ends included; null means no upper end. */
  amount_from: number
  amount_to: number | null
  form: RewardForm
  auto_most: number | null
  second_from: number | null
  fee_fixed: number
  /** Basis points. */
  fee_rate: number
}

/** The fields of a prize that decide its form. */
export interface Prize {
  category: number
  group_vip_id: number
  handling: number
  gross: number
  tax: number
  msisdn: string | null
}

/** The limits of all rules, in đồng. */
export interface PushLimits {
  auto_most: number
  push_auto: boolean
}

export interface ChosenForm {
  reward_form_id: number | null
  form: RewardForm
  fee: number
  second_from: number | null
  is_auto: boolean
}

const by_phone: ReadonlySet<number> = new Set([rewardForm.wallet, rewardForm.momo, rewardForm.telecom])

/**
 * The form of a prize by these ordered rules. Without a matching rule it is paid at a counter, and also when the form needs the phone number of a
 * customer without one. The fee is always less than the prize.
 */
export function chooseForm(rules: readonly FormRule[], limits: PushLimits, prize: Prize): ChosenForm {
  const amount = prize.gross - prize.tax
  const rule = rules.find(
    (candidate) =>
      (candidate.category === null || candidate.category === prize.category) &&
      (candidate.group_vip_id === null || candidate.group_vip_id === prize.group_vip_id) &&
      (candidate.handling === null || candidate.handling === prize.handling) &&
      amount >= candidate.amount_from &&
      (candidate.amount_to === null || amount <= candidate.amount_to),
  )
  if (!rule) return { reward_form_id: null, form: rewardForm.counter, fee: 0, second_from: null, is_auto: false }
  const { reward_form_id, second_from } = rule
  if (prize.msisdn === null && by_phone.has(rule.form))
    return { reward_form_id, form: rewardForm.counter, fee: 0, second_from, is_auto: false }
  const fee = Math.min(rule.fee_fixed + Math.floor((amount * rule.fee_rate + 5_000) / 10_000), amount - 1)
  const is_auto =
    limits.push_auto &&
    rule.form === rewardForm.wallet &&
    rule.auto_most !== null &&
    amount - fee <= Math.min(rule.auto_most, limits.auto_most)
  return { reward_form_id, form: rule.form, fee, second_from, is_auto }
}
