import type { ReactElement } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import type { ChartAnchor } from './chart-types.ts'
import css from './share-bars.module.css'

export type Share = {
  key: string | number
  name: string
  value: number
  /** Its part of the whole: '12,3%'. */
  part: string
  /** Several together: they are told, but a bar would make one of many. */
  rest?: boolean
}

export type ShareBarsProps = {
  /** What is shared out, for readers. */
  label: string
  /** Undefined while they are on their way. */
  items: readonly Share[] | undefined
  /** How many will probably come: their room is there before them. */
  expected: number
  /** A value in full: 1.209.860.000 đ. */
  text: (value: number) => string
  /** Others are on their way: the old ones stay, paler. */
  busy?: boolean
  /** Where an item's rows are: the router's link around ChartLink; null where it leads nowhere. */
  link?: (item: Share, anchor: ChartAnchor) => ReactElement | null
}

/** What each has of the whole, with its figure and its part in a hundred: a chart that is its own table. Names have room here. */
export function ShareBars({ label, items: known, expected, text, busy, link }: ShareBarsProps) {
  const items =
    known ?? Array.from({ length: expected }, (_, key): Share => ({ key, name: '\u00a0', value: 0, part: '' }))
  const max = Math.max(1, ...items.map(({ value, rest }) => (rest ? 0 : value)))
  return (
    <figure className={cx(css.figure, busy && css.busy)} aria-label={label} aria-busy={known === undefined}>
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
