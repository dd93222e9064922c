import { type ReactNode, useId } from 'react'
import { cx } from '#web/ui/base/cx.ts'
import css from './compare.module.css'

type Side = 'mine' | 'theirs'

export type CompareLine = {
  key: string
  label: string
  base: ReactNode
  mine: ReactNode
  theirs: ReactNode
  /** Whose value is kept; null while undecided. */
  chosen: Side | null
}

export type CompareProps = { lines: readonly CompareLine[]; onChoose: (key: string, side: Side) => void }

const emptyText = <span className={css.none}>Trống</span>

/** Two versions of a record field by field: the original value, and a choice between mine and theirs. */
export function Compare({ lines, onChoose }: CompareProps) {
  return (
    <div className={css.compare}>
      <div className={css.head} aria-hidden>
        <span>Trường</span>
        <span>Lúc bạn mở</span>
        <span>Của bạn</span>
        <span>Của người khác</span>
      </div>
      {lines.map((line) => (
        <Line key={line.key} line={line} onChoose={(side) => onChoose(line.key, side)} />
      ))}
    </div>
  )
}

function Line({ line, onChoose }: { line: CompareLine; onChoose: (side: Side) => void }) {
  const id = useId()
  const side = (which: Side, name: string, value: ReactNode) => (
    <label className={cx(css.side, line.chosen === which && css.chosen)}>
      <input
        type="radio"
        className={css.radio}
        name={id}
        checked={line.chosen === which}
        onChange={() => onChoose(which)}
      />
      <span className={css.words}>
        <span className={css.whose}>{name}</span>
        {value || emptyText}
      </span>
    </label>
  )
  return (
    <div role="radiogroup" aria-labelledby={`${id}label`} className={cx(css.line, line.chosen === null && css.open)}>
      <div id={`${id}label`} className={css.label}>
        {line.label}
        {line.chosen === null && <span className={css.todo}>Cần chọn</span>}
      </div>
      <div className={css.base}>
        <span className={css.whose}>Lúc bạn mở</span>
        {line.base || emptyText}
      </div>
      {side('mine', 'Của bạn', line.mine)}
      {side('theirs', 'Của người khác', line.theirs)}
    </div>
  )
}
