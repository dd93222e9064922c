import type { ReactElement } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import type { ChartAnchor } from './chart-types.ts'
import css from './share-bars.module.css'

export type Share = {
  key: string | number
  name: string
  value: number
  /** The item's share of the whole: '12,3%'. */
  part: string
  /** Several together: they are told, but a bar would make one of many. */
  rest?: boolean
}

export type ShareBarsProps = {
  /** The accessible name of the chart. */
  label: string
  /** Undefined while they are on their way. */
  items: readonly Share[] | undefined
  /** How many will probably come: their room is there before them. */
  expected: number
  /** A value in full: 1.209.860.000 đ. */
  text: (value: number) => string
  /** Others are on their way: the old ones stay, paler. */
  busy?: boolean
  /** The router's link to an item's rows, around ChartLink; null when it has none. */
  link?: (item: Share, anchor: ChartAnchor) => ReactElement | null
}

/** Each item's figure and percentage of the whole, as a table of bars with room for long names. */
export function ShareBars({ label, items: known, expected, text, busy, link }: ShareBarsProps) {
  const items =
    known ?? Array.from({ length: expected }, (_, key): Share => ({ key, name: '\u00a0', value: 0, part: '' }))
  const max = Math.max(1, ...items.map(({ value, rest }) => (rest ? 0 : value)))
  return (
    <figure className={cx(css.figure, busy && css.busy)} aria-label={label} aria-busy={busy || known === undefined}>
      <ul className={css.list}>
        {items.map((item) => (
          <li key={item.key} className={cx(css.item, item.rest && css.rest)}>
            <span className={css.name} title={item.name}>
              {(known && link?.(item, { children: item.name, className: css.link })) ?? item.name}
            </span>
            {!item.rest && (
              <svg className={css.bar} aria-hidden preserveAspectRatio="none" viewBox="0 0 100 1">
                <rect className={css.room} width={100} height={1} />
                <rect className={css.filled} width={(item.value / max) * 100} height={1} />
              </svg>
            )}
            <span className={css.value}>{known && text(item.value)}</span>
            <span className={css.part}>{item.part}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}
