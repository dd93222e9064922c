import type { ReactNode } from 'react'
import css from './sum-lines.module.css'

export interface SumLine {
  label: string
  value: ReactNode
}

/** A column of amounts with their sum under a line. */
export function SumLines({ lines, sum }: { lines: readonly SumLine[]; sum: SumLine }) {
  return (
    <dl className={css.lines}>
      {lines.map((line) => (
        <Line key={line.label} {...line} />
      ))}
      <Line {...sum} isSum />
    </dl>
  )
}

function Line({ label, value, isSum }: SumLine & { isSum?: boolean }) {
  return (
    <div className={isSum ? css.sum : css.line}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
