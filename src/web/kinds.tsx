/** How each kind of value is typed in and shown. Labels, options and limits come from the contract. */
import type { ReactNode } from 'react'
import type { FieldInfo, Kind } from '#contract/fields.ts'
import { fullMomentText, textOf } from './format.ts'
import { Badge } from './ui/badge.tsx'
import { Combobox, MultiCombobox } from './ui/combobox.tsx'
import { DateInput } from './ui/date-input.tsx'
import { NumberInput } from './ui/number-input.tsx'
import { PasswordInput } from './ui/password-input.tsx'
import { Select } from './ui/select.tsx'
import { Switch } from './ui/switch.tsx'
import { TextArea } from './ui/text-area.tsx'
import { TextInput } from './ui/text-input.tsx'
import type { Choices } from './use-choices.ts'

/** A value in a cell or a description. */
export function show(info: FieldInfo | undefined, value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return null
  if (info?.kind === 'status') {
    const option = info.options?.find((one) => one.value === value)
    return <Badge tone={option?.tone ?? 'neutral'}>{option?.label ?? String(value)}</Badge>
  }
  if (info?.kind === 'moment') return <span title={fullMomentText(String(value))}>{textOf(info, value)}</span>
  return textOf(info, value)
}

/** Numbers stand right, so that their digits line up. */
export function isNumeric(kind: Kind | undefined): boolean {
  return kind === 'count' || kind === 'money'
}

export interface KindInputProps {
  info: FieldInfo
  value: unknown
  onChange: (value: unknown) => void
  /** For values that name another row: what there is to choose from. */
  choices?: Choices | undefined
  /** The value may be left out. */
  clearable?: boolean
  onBlur?: () => void
}

/** The control for a field; it stands inside of the kit's Field. */
export function KindInput({ info, value, onChange, choices, clearable = false, ...rest }: KindInputProps) {
  const text = typeof value === 'string' ? value : ''
  const number = typeof value === 'number' ? value : null
  if (info.kind === 'list' && choices)
    return <MultiCombobox value={Array.isArray(value) ? value : []} onChange={onChange} {...choices} {...rest} />
  if (choices) return <Combobox value={number} onChange={onChange} clearable={clearable} {...choices} {...rest} />
  switch (info.kind) {
    case 'note':
      return <TextArea value={text} onChange={onChange} {...(info.max && { limit: info.max })} {...rest} />
    case 'count':
      return <NumberInput value={number} onChange={onChange} {...rest} />
    case 'money':
      return <NumberInput value={number} onChange={onChange} suffix="đ" align="right" {...rest} />
    case 'day':
      return <DateInput value={text || null} onChange={onChange} {...rest} />
    case 'flag':
      return <Switch checked={value === true} onChange={onChange} />
    case 'password':
      return <PasswordInput value={text} onChange={onChange} autoComplete="new-password" {...rest} />
    case 'phone':
      return <TextInput type="tel" value={text} onChange={onChange} placeholder="09xx xxx xxx" {...rest} />
    case 'email':
      return <TextInput type="email" value={text} onChange={onChange} {...rest} />
    case 'status':
    case 'choice': {
      const options = (info.options ?? []).map((option) => ({ value: option.value, label: option.label }))
      const chosen = typeof value === 'string' || typeof value === 'number' ? value : null
      if (!clearable) return <Select value={chosen} onChange={onChange} options={options} {...rest} />
      const none = { value: '', label: 'Không chọn' }
      return (
        <Select
          value={chosen ?? ''}
          onChange={(next) => onChange(next === '' ? null : next)}
          options={[none, ...options]}
        />
      )
    }
    default:
      return <TextInput value={text} onChange={onChange} {...rest} />
  }
}
