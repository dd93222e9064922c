import { useState } from 'react'
import { ClosedBox, useClosedInput } from './combobox-closed.tsx'
import { chosenOptions, type ComboboxProps, type ComboboxStart } from './combobox-option.ts'
import { Icon } from '#web/ui/icon/icon.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import control from '#web/ui/field/control.module.css'

// The list, its search and its placing are as large as a whole screen: they come when someone is about to open one.
const Base = lazyPart(async () => ({ default: (await import('./combobox-base.tsx')).ComboboxBase<string | number> }))

/** A choice from a long list, found by typing without accents. */
export function Combobox<T extends string | number>(props: ComboboxProps<T>) {
  const [start, setStart] = useState<ComboboxStart | null>(() => (Base.isThere() ? {} : null))
  // The part forgets which of the two its values are.
  const base = props as unknown as ComboboxProps<string | number>
  return start ? <Base {...base} start={start} /> : <ClosedCombobox {...props} onStart={setStart} />
}

function ClosedCombobox<T>({ onStart, ...props }: ComboboxProps<T> & { onStart: (start: ComboboxStart) => void }) {
  const { value, options, onChange, clearable = true } = props
  const text = value === null ? '' : chosenOptions(options, [value])[0]!.label
  const closedInput = useClosedInput(props, text, Base.preload, onStart)
  return (
    <ClosedBox className={control.box} closed={closedInput}>
      <input {...closedInput.input} className={control.input} />
      {clearable && value !== null && (
        <button type="button" className={control.inner} aria-label="Xóa lựa chọn" onClick={() => onChange(null)}>
          <Icon name="close" size={14} />
        </button>
      )}
    </ClosedBox>
  )
}
