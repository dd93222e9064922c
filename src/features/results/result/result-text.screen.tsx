/** The numbers of a result as screens show them. */
import { moneyText } from '#contract/text/money-text.ts'
import { numberText } from '#web/value/format.ts'
import { Mono, Text } from '#web/ui/layout/text.tsx'
import { isTraditional } from '#features/results/product/product.contract.ts'
import { drawShape, publishedTiers } from './draw-shape.rules.ts'
import { seriesCount } from './entry.rules.ts'
import type { ResultRow } from './draw-result.contract.ts'

/** A result in one line: special and first prize of a sheet, or the numbers of a game. */
export function ResultNumbers({ row: { category, numbers } }: { row: Pick<ResultRow, 'category' | 'numbers'> }) {
  if (numbers === null)
    return (
      <Text as="span" tone="muted">
        Ẩn tới khi xác nhận
      </Text>
    )
  const [lead, next, ...rest] = drawShape(category)
    .filter(({ is_series }) => !is_series)
    .map(({ key, count }) => (numbers[key] ?? []).slice(0, count).join(' '))
  if (isTraditional(category)) return <Figures>{`ĐB ${lead} · Nhất ${next}`}</Figures>
  return <Figures>{[lead, next, ...rest].filter(Boolean).join(' | ')}</Figures>
}

/** Digits of equal width, cut where there is no room; the drawer shows all. */
function Figures({ children }: { children: string }) {
  return (
    <Text as="span" cut>
      {children}
    </Text>
  )
}

/** The published tiers as labels and values. */
export function publishedItems({ category, published }: Pick<ResultRow, 'category' | 'published'>) {
  return publishedTiers(category).flatMap(({ tier, label, when }) => {
    const value = published?.[tier]
    if (!value) return []
    const winners = `${numberText(value.winners)} giải`
    return [{ label, value: when === 'counted' ? winners : `${moneyText(value.amount)} · ${winners}` }]
  })
}

/** Every group with its numbers, in printed order; empty while the numbers are hidden from the second person. */
export function sheetItems({ category, open_date, numbers }: Pick<ResultRow, 'category' | 'open_date' | 'numbers'>) {
  if (numbers === null) return []
  return drawShape(category, seriesCount(open_date)).map(({ key, label }) => ({
    label,
    value: <Mono>{(numbers[key] ?? []).join('  ')}</Mono>,
    wide: true,
  }))
}
