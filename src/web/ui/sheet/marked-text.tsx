import { cx } from '#web/ui/base/cx.ts'
import css from './marked-text.module.css'

export interface TextMark {
  from: number
  to: number
  kind: 'label' | 'taken' | 'wrong'
}

/** A pasted text with the recognized parts marked. `marks` is sorted and without overlaps. */
export function MarkedText({ text, marks, label }: { text: string; marks: readonly TextMark[]; label: string }) {
  const parts = marks.flatMap((mark, index) => [
    { ...mark, kind: null, from: marks[index - 1]?.to ?? 0, to: mark.from },
    mark,
  ])
  return (
    <div className={css.text} role="group" aria-label={label}>
      {parts.map(({ from, to, kind }) => (
        <span key={`${from} ${to}`} className={cx(kind && css[kind])}>
          {text.slice(from, to)}
        </span>
      ))}
      {text.slice(marks.at(-1)?.to ?? 0)}
    </div>
  )
}
