/** How each kind of value is typed in and shown. Labels, options and limits come from the contract. */
import { lazy, Suspense, type ReactNode } from 'react'
import type { FieldInfo, Kind } from '#contract/fields.ts'
import { fullMomentText, textOf } from './format.ts'
import { Badge } from './ui/badge.tsx'
import { Combobox, MultiCombobox } from './ui/combobox.tsx'
import { DateInput } from './ui/date-input.tsx'
import { ExternalLink } from './ui/external-link.tsx'
import { MoneyInput } from './ui/money-input.tsx'
import { NumberInput } from './ui/number-input.tsx'
import { PasswordInput } from './ui/password-input.tsx'
import { RichTextInput } from './ui/rich-text-input.tsx'
import { Select } from './ui/select.tsx'
import { Skeleton } from './ui/skeleton.tsx'
import { Switch } from './ui/switch.tsx'
import { TextArea } from './ui/text-area.tsx'
import { TextInput } from './ui/text-input.tsx'
import { Thumbnail } from './ui/thumbnail.tsx'
import { TimeInput } from './ui/time-input.tsx'
import type { Choices } from './use-choices.ts'

// Few forms have a picture or a map.
const ImageField = lazy(() => import('./image-field.tsx'))
const PlaceField = lazy(() => import('./place/place-field.tsx'))

/** A value in a cell or a description. */
export function show(info: FieldInfo | undefined, value: unknown): ReactNode {
  if (value === null || value === undefined || value === '') return null
  if (info?.kind === 'status') {
    const option = info.options?.find((one) => one.value === value)
    return <Badge tone={option?.tone ?? 'neutral'}>{option?.label ?? String(value)}</Badge>
  }
  if (info?.kind === 'moment') return <span title={fullMomentText(String(value))}>{textOf(info, value)}</span>
  if (info?.kind === 'image') return <Thumbnail src={String(value)} alt={info.label} />
  if (info?.kind === 'link') return <ExternalLink href={String(value)} />
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
  /** Shown, but not to be changed: the right is missing. */
  readOnly?: boolean
}

/** The control for a field; it stands inside of the kit's Field. */
export function KindInput({
  info,
  value,
  onChange,
  choices,
  clearable = false,
  readOnly = false,
  onBlur,
}: KindInputProps) {
  const text = typeof value === 'string' ? value : ''
  const number = typeof value === 'number' ? value : null
  const typed = { readOnly, ...(onBlur && { onBlur }) }
  const picked = { disabled: readOnly, ...(onBlur && { onBlur }) }
  if (info.kind === 'list' && choices)
    return <MultiCombobox value={Array.isArray(value) ? value : []} onChange={onChange} {...choices} {...picked} />
  if (choices)
    return <Combobox value={text || number} onChange={onChange} clearable={clearable} {...choices} {...picked} />
  switch (info.kind) {
    case 'note':
      return <TextArea value={text} onChange={onChange} {...(info.max && { limit: info.max })} {...typed} />
    case 'count':
      return <NumberInput value={number} onChange={onChange} {...typed} />
    case 'money':
      return <MoneyInput value={number} onChange={onChange} {...typed} />
    case 'day':
      return <DateInput value={text || null} onChange={onChange} {...typed} />
    case 'time':
      return <TimeInput value={text || null} onChange={onChange} {...typed} />
    case 'rich':
      return <RichTextInput value={text} onChange={onChange} {...typed} />
    case 'flag':
      return <Switch checked={value === true} onChange={onChange} />
    case 'password':
      return <PasswordInput value={text} onChange={onChange} autoComplete="new-password" {...typed} />
    case 'phone':
      return <TextInput type="tel" value={text} onChange={onChange} placeholder="09xx xxx xxx" {...typed} />
    case 'email':
      return <TextInput type="email" value={text} onChange={onChange} {...typed} />
    case 'link':
      return <TextInput type="url" value={text} onChange={onChange} placeholder="https://…" {...typed} />
    case 'image':
      return (
        <Suspense fallback={<Skeleton kind="block" />}>
          <ImageField folder={info.folder ?? ''} value={text || null} onChange={onChange} {...typed} />
        </Suspense>
      )
    case 'place':
      return (
        <Suspense fallback={<Skeleton />}>
          <PlaceField value={text} onChange={onChange} {...typed} />
        </Suspense>
      )
    case 'status':
    case 'choice':
      return <OptionSelect info={info} value={value} onChange={onChange} clearable={clearable} {...picked} />
    default:
      return <TextInput value={text} onChange={onChange} {...typed} />
  }
}

type OptionSelectProps = Pick<KindInputProps, 'info' | 'value' | 'onChange' | 'onBlur'> & {
  clearable: boolean
  disabled: boolean
}

function OptionSelect({ info, value, onChange, clearable, ...rest }: OptionSelectProps) {
  const options = (info.options ?? []).map((option) => ({ value: option.value, label: option.label }))
  const chosen = typeof value === 'string' || typeof value === 'number' ? value : null
  if (!clearable || (chosen !== null && info.kind === 'status'))
    return <Select value={chosen} onChange={onChange} options={options} {...rest} />
  return (
    <Select
      value={chosen ?? ''}
      onChange={(next) => onChange(next === '' ? null : next)}
      options={[{ value: '', label: 'Không chọn' }, ...options]}
      {...rest}
    />
  )
}
