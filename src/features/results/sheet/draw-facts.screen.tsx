/** Texts and figures of a draw beside its numbers, for the screen and for pictures. */
import { moneyText } from '#contract/text/money-text.ts'
import { dayText, numberText, shortDayText } from '#web/value/format.ts'
import { weekdayText } from '#contract/text/day-text.ts'
import { weekdayName } from '#web/ui/date/weekday.ts'
import { publishedTiers } from '#features/results/result/draw-shape.rules.ts'
import type { SheetDrawRow } from './sheet.contract.ts'
import { jackpotEstimate } from './sheet.rules.ts'

export const codeText = ({ period_code }: SheetDrawRow) => `#${period_code.split('-').at(-1)}`
export const dayName = ({ open_date }: SheetDrawRow) => `${weekdayName(open_date)} ${shortDayText(open_date)}`
export const longDayName = ({ open_date }: SheetDrawRow) => `${weekdayText(open_date)}, ${dayText(open_date)}`

/** The code of the next draw, with the same number of digits. */
function nextCode(draw: SheetDrawRow): string {
  const digits = codeText(draw).slice(1)
  return `#${String(Number(digits) + 1).padStart(digits.length, '0')}`
}

/** The jackpots: tiers that are published with every draw. */
export function jackpotsOf(draw: SheetDrawRow) {
  return publishedTiers(draw.category).flatMap(({ tier, label, when }) => {
    const published = draw.published?.[tier]
    if (when !== 'always' || !published) return []
    const note = published.winners === 0 ? 'Chưa có người trúng' : `${numberText(published.winners)} giải`
    return [{ tier, label, value: moneyText(published.amount), note, isWon: published.winners > 0 }]
  })
}

const percent = new Intl.NumberFormat('vi-VN', { maximumFractionDigits: 1, signDisplay: 'exceptZero' })

/** An estimate of the first jackpot in the next draw; null where it cannot be estimated. */
export function nextJackpot(draw: SheetDrawRow, draws: readonly SheetDrawRow[]) {
  const [jackpot] = publishedTiers(draw.category)
  const estimate = jackpot && jackpotEstimate(draw.category, jackpot.tier, { draw, draws })
  if (!estimate) return null
  const { amount, isMinimum, unwon } = estimate
  return {
    label: `Dự kiến kỳ ${nextCode(draw)}`,
    value: `${isMinimum ? 'từ' : '≈'} ${moneyText(amount)}`,
    note: isMinimum
      ? 'Bắt đầu lại sau khi có người trúng'
      : `${percent.format(estimate.percent!)}% · cộng dồn ${unwon} kỳ`,
  }
}

/** The total of a tier in đồng; null when winners or amount are not known. */
export function paidOf({ winners, amount }: SheetDrawRow['tiers'][number]): number | null {
  return winners === null || amount === null ? null : winners * amount
}

/** Totals of all tiers; null when one of them is not known, because a partial sum would be misleading. */
export function tierTotals(tiers: SheetDrawRow['tiers']) {
  const sumIfKnown = (values: readonly (number | null)[]) =>
    values.includes(null) ? null : values.reduce<number>((sum, value) => sum + value!, 0)
  return {
    winners: sumIfKnown(tiers.map(({ winners }) => winners)),
    paid: sumIfKnown(tiers.map(paidOf)),
    ours: tiers.reduce((sum, { ours }) => sum + ours, 0),
  }
}

export const figure = (value: number | null) => (value === null ? '–' : numberText(value))

/** Whether the tiers depend on matching balls. */
export const isMatched = ({ tiers }: SheetDrawRow) => tiers.some(({ matched }) => matched !== null)
