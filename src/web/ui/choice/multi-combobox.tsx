import { useState } from 'react'
import { ClosedBox, useClosedInput } from './combobox-closed.tsx'
import { chosenOptions, type ComboboxStart, type MultiComboboxProps } from './combobox-option.ts'
import { cx } from '#web/ui/base/cx.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import css from './chips.module.css'
import control from '#web/ui/field/control.module.css'

const Base = lazyPart(async () => ({
  default: (await import('./combobox-base.tsx')).MultiComboboxBase<string | number>,
}))

/** Several choices, shown as chips. */
export function MultiCombobox<T extends string | number>(props: MultiComboboxProps<T>) {
  const [start, setStart] = useState<ComboboxStart | null>(() => (Base.isThere() ? {} : null))
  // The part forgets which of the two its values are.
  const base = props as unknown as MultiComboboxProps<string | number>
  return start ? <Base {...base} start={start} /> : <ClosedMultiCombobox {...props} onStart={setStart} />
}

function ClosedMultiCombobox<T extends string | number>({
  onStart,
  ...props
}: MultiComboboxProps<T> & { onStart: (start: ComboboxStart) => void }) {
  const { value, options, onChange, placeholder = 'Chọn' } = props
  const closedInput = useClosedInput(props, '', Base.preload, onStart)
  return (
    <ClosedBox className={cx(control.box, css.multiple)} closed={closedInput}>
      <div className={css.chips}>
        {chosenOptions(options, value).map((option) => (
          <span key={option.value} className={css.chip}>
            <span className={css.chipText}>{option.label}</span>
            <button
              type="button"
              className={css.remove}
              aria-label={`Bỏ ${option.label}`}
              disabled={props.disabled}
              onClick={() => onChange(value.filter((chosen) => chosen !== option.value))}
            >
              <Icon name="close" size={12} />
            </button>
          </span>
        ))}
        <input {...closedInput.input} className={css.chipInput} placeholder={value.length ? '' : placeholder} />
      </div>
    </ClosedBox>
  )
}
