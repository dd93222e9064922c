/** Texts of limits: the name of each, and the differences between two sets. */
import { moneyText } from '#contract/text/money-text.ts'
import { productName } from '#features/results/product/product-name.rules.ts'
import type { Product } from '#features/results/product/product.contract.ts'

export interface Threshold {
  group_id?: number | null | undefined
  category?: Product | null | undefined
  /** đồng per day. */
  maximum: number
}

export const thresholdKey = ({ group_id, category }: Threshold) => `${group_id ?? 0}:${category ?? 0}`

export function thresholdName({ group_id, category }: Threshold, groupName: (group_id: number) => string): string {
  const of_group = group_id == null ? 'Toàn hệ thống' : groupName(group_id)
  return category == null ? of_group : `${of_group} · ${productName(category)}`
}

/** The changes from `before` to `after`: one line for each limit that differs. */
export function changesBetween(
  before: readonly Threshold[],
  after: readonly Threshold[],
  groupName: (group_id: number) => string,
) {
  const thresholdsBefore = new Map(before.map((threshold) => [thresholdKey(threshold), threshold]))
  const thresholdsAfter = new Map(after.map((threshold) => [thresholdKey(threshold), threshold]))
  const text = (threshold: Threshold | undefined) => (threshold ? moneyText(threshold.maximum) : 'không giới hạn')
  return [...new Map([...thresholdsBefore, ...thresholdsAfter])]
    .filter(([key]) => thresholdsBefore.get(key)?.maximum !== thresholdsAfter.get(key)?.maximum)
    .map(([key, limit]) => ({
      key,
      label: thresholdName(limit, groupName),
      before: text(thresholdsBefore.get(key)),
      after: text(thresholdsAfter.get(key)),
    }))
}
