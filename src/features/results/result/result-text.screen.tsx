/** The numbers of a result as screens show them. */
import { moneyText } from '#contract/text/money-text.ts'
import { numberText } from '#web/value/format.ts'
import { Mono, Text } from '#web/ui/layout/text.tsx'
import { isTraditional } from '#features/results/product/product.contract.ts'
import { drawShape, publishedTiers } from './draw-shape.rules.ts'
import { seriesCount } from './entry.rules.ts'
import type { ResultRow } from './draw-result.contract.ts'

/** In one line: the special prize of a sheet with the first one, or what a game drew. */
export function ResultNumbers({ row: { category, numbers } }: { row: Pick<ResultRow, 'category' | 'numbers'> }) {
  if (numbers === null)
    return (
      <Text as="span" tone="muted">
        Ẩn tới khi xác nhận
      </Text>
    )
  const [lead, next, ...others] = drawShape(category)
    .filter(({ is_series }) => !is_series)
    .map(({ key, count }) => (numbers[key] ?? []).slice(0, count).join(' '))
  if (isTraditional(category)) return <Figures>{`ĐB ${lead} · Nhất ${next}`}</Figures>
  return <Figures>{[lead, next, ...others].filter(Boolean).join(' | ')}</Figures>
}

/** Of one width, cut where there is no room: all of it stands in the drawer. */
function Figures({ children }: { children: string }) {
  return (
    <Text as="span" cut>
      {children}
    </Text>
  )
}

/** What the operator publishes beside the numbers. */
export function publishedItems({ category, published }: Pick<ResultRow, 'category' | 'published'>) {
  return publishedTiers(category).flatMap(({ tier, label, when }) => {
    const value = published?.[tier]
    if (!value) return []
    const winners = `${numberText(value.winners)} giải`
    return [{ label, value: when === 'counted' ? winners : `${moneyText(value.amount)} · ${winners}` }]
  })
}

/** Every group of the sheet with its numbers, in printed order; nothing while they are kept from whoever confirms. */
export function sheetItems({ category, open_date, numbers }: Pick<ResultRow, 'category' | 'open_date' | 'numbers'>) {
  if (numbers === null) return []
  return drawShape(category, seriesCount(open_date)).map(({ key, label }) => ({
    label,
    value: <Mono>{(numbers[key] ?? []).join('  ')}</Mono>,
    wide: true,
  }))
}
