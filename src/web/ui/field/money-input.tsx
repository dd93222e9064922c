import css from './money-input.module.css'
import { moneyWords } from '#contract/text/money-words.ts'
import { NumberInput, type NumberInputProps } from './number-input.tsx'

export type MoneyInputProps = Omit<NumberInputProps, 'suffix' | 'align' | 'grouping'>

/** Whole đồng. From a million up the amount stands below in words: a zero too many is read there first. */
export function MoneyInput(props: MoneyInputProps) {
  return (
    <div>
      <NumberInput {...props} suffix="đ" align="right" />
      {props.value !== null && props.value >= 1_000_000 && <div className={css.words}>{moneyWords(props.value)}</div>}
    </div>
  )
}
