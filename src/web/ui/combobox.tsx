import { lazy, Suspense } from 'react'
import type { ComboboxBase, MultiComboboxBase } from './combobox-base.tsx'
import { chosen, type ComboboxProps, type MultiComboboxProps } from './combobox-option.ts'
import { useFieldControl } from './field-context.ts'
import { Icon } from './icon.tsx'
import control from './control.module.css'

// The list, its search and its placing are as large as a whole screen: they come beside it, not before it.
const load = () => import('./combobox-base.tsx')
// lazy() forgets that these are generic; the casts say it again.
const Base = lazy(async () => ({ default: (await load()).ComboboxBase })) as unknown as typeof ComboboxBase
const MultiBase = lazy(async () => ({
  default: (await load()).MultiComboboxBase,
})) as unknown as typeof MultiComboboxBase

/** What is seen until then: the same box with the same text. */
function Waiting({
  text,
  placeholder = 'Chọn',
  id,
  ...rest
}: {
  text: string
  placeholder?: string
  id?: string
  'aria-label'?: string
}) {
  const field = useFieldControl(id)
  return (
    <div className={control.box}>
      <input {...field} {...rest} className={control.input} readOnly value={text} placeholder={placeholder} />
      <span className={control.inner}>
        <Icon name="chevron-down" size={14} />
      </span>
    </div>
  )
}

/** A choice from a long list, found by typing without accents. */
export function Combobox<T extends string | number>(props: ComboboxProps<T>) {
  const { value, options, placeholder, id, 'aria-label': label } = props
  const text = value === null ? '' : chosen(options, [value])[0]!.label
  return (
    <Suspense fallback={<Waiting text={text} placeholder={placeholder} id={id} aria-label={label} />}>
      <Base {...props} />
    </Suspense>
  )
}

/** Several choices, shown as chips. */
export function MultiCombobox<T extends string | number>(props: MultiComboboxProps<T>) {
  const { value, options, placeholder, id, 'aria-label': label } = props
  const text = chosen(options, value)
    .map((option) => option.label)
    .join(', ')
  return (
    <Suspense fallback={<Waiting text={text} placeholder={placeholder} id={id} aria-label={label} />}>
      <MultiBase {...props} />
    </Suspense>
  )
}
