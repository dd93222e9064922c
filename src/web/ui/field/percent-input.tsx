import { rateOf } from '#contract/text/parse-percent.ts'
import { useFieldControl, useFieldNote } from './field-context.ts'
import { useTypedDraft } from './typed-draft.ts'
import { cx } from '#web/ui/base/cx.ts'
import css from './control.module.css'

export interface PercentInputProps {
  /** The value in basis points; NaN while the typed text is not a percentage. */
  value: number | null
  onChange: (value: number | null) => void
  readOnly?: boolean
  onBlur?: () => void
  id?: string
  'aria-label'?: string
}

const textOf = (value: number | null) =>
  value === null || Number.isNaN(value) ? '' : (value / 100).toLocaleString('vi-VN', { useGrouping: false })

/** Reads '6,' as '6': the decimals are still to be typed. */
const typedRate = (text: string) => rateOf(text.replace(/[.,]$/, ''))

/** A percentage with at most two decimals, typed with a comma or a dot: '6,5' is 650 basis points. */
export function PercentInput({ value, onChange, onBlur, id, ...rest }: PercentInputProps) {
  const field = useFieldControl(id)
  const { draft, showText, dropDraft } = useTypedDraft(value, false)
  const typed_rate = draft === null ? value : typedRate(draft)
  const is_wrong = typed_rate === undefined || (typed_rate !== null && typed_rate > 10_000)
  useFieldNote(is_wrong ? { kind: 'error', text: 'Nhập từ 0 đến 100, ví dụ 6,5' } : null)
  return (
    <div className={css.box}>
      <input
        autoComplete="off"
        {...field}
        {...rest}
        aria-invalid={field['aria-invalid'] || is_wrong || undefined}
        type="text"
        inputMode="decimal"
        className={cx(css.input, css.right)}
        value={draft ?? textOf(value)}
        onChange={({ currentTarget }) => {
          const text = currentTarget.value
          const rate = typedRate(text) ?? (text.trim() === '' ? null : Number.NaN)
          showText(text, rate)
          onChange(rate)
        }}
        onBlur={() => {
          if (!is_wrong) dropDraft()
          onBlur?.()
        }}
      />
      <span className={css.suffix}>%</span>
    </div>
  )
}
