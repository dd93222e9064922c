import { cx } from '#web/ui/base/cx.ts'
import css from './marked-digits.module.css'

/** A number with the matching digits highlighted: `marks` has '1' at their positions. Screen readers read the plain number. */
export function MarkedDigits({ text, marks }: { text: string; marks: string }) {
  return (
    <span className={cx(css.digits, marks === '' && css.plain)}>
      {runsOf(text, marks).map(({ from, part, marked }) => (
        <span key={from} className={cx(marked && css.marked)}>
          {part}
        </span>
      ))}
    </span>
  )
}

function runsOf(text: string, marks: string) {
  const runs: { from: number; part: string; marked: boolean }[] = []
  for (const [index, character] of [...text].entries()) {
    const isMarked = marks[index] === '1'
    const lastRun = runs.at(-1)
    if (lastRun?.marked === isMarked) lastRun.part += character
    else runs.push({ from: index, part: character, marked: isMarked })
  }
  return runs
}
