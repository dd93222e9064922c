import { cx } from '#web/ui/base/cx.ts'
import css from './balls.module.css'

/** Drawn numbers as balls, '05 12 20 30 35 | 07': special numbers follow the bar. Screen readers read the text. */
export function Balls({ numbers, large = false }: { numbers: string; large?: boolean }) {
  const [plain = '', special] = numbers.split('|').map((part) => part.trim())
  return (
    <span className={cx(css.balls, large && css.large)}>
      {ballsOf(plain, false)}
      {special && <span className={css.bar} aria-hidden="true" />}
      {special && ballsOf(special, true)}
    </span>
  )
}

function ballsOf(part: string, isSpecial: boolean) {
  return part.split(' ').map((number, index) => (
    <span key={`${number} ${index}`} className={cx(css.ball, isSpecial && css.special)}>
      {`${number} `}
    </span>
  ))
}
