import css from './money-input.module.css'
import { moneyWords } from '#contract/text/money-words.ts'
import { NumberInput, type NumberInputProps } from './number-input.tsx'

export type MoneyInputProps = Omit<NumberInputProps, 'suffix' | 'align' | 'grouping'>

/** An amount in whole đồng. From a million on it is repeated below in words, where an extra zero is easier to notice. */
export function MoneyInput(props: MoneyInputProps) {
  return (
    <div>
      <NumberInput {...props} suffix="đ" align="right" />
      {props.value !== null && props.value >= 1_000_000 && <div className={css.words}>{moneyWords(props.value)}</div>}
    </div>
  )
}
