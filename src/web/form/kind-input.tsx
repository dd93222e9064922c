/** The input for each kind of value, with options and limits from the contract. */
import type { FieldInfo } from '#contract/schema.ts'
import { Combobox } from '#web/ui/choice/combobox.tsx'
import { DateInput } from '#web/ui/date/date-input.tsx'
import { MomentInput } from '#web/ui/date/moment-input.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { MoneyInput } from '#web/ui/field/money-input.tsx'
import { MultiCombobox } from '#web/ui/choice/multi-combobox.tsx'
import { NumberInput } from '#web/ui/field/number-input.tsx'
import { PercentInput } from '#web/ui/field/percent-input.tsx'
import { PasswordInput } from '#web/ui/field/password-input.tsx'
import { Select } from '#web/ui/field/select.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { Switch } from '#web/ui/field/switch.tsx'
import { TextArea } from '#web/ui/field/text-area.tsx'
import { TextInput } from '#web/ui/field/text-input.tsx'
import { TimeInput } from '#web/ui/date/time-input.tsx'
import type { Choices } from '#web/choices/choice-source.ts'
import { ImageField } from './image-field.tsx'
import { RichTextField } from './rich-text-field.tsx'

// Loaded lazily, because few forms have a map.
const PlaceField = lazyPart(() => import('#web/place/place-field.tsx'), { meanwhile: <Skeleton /> })

export interface KindInputProps {
  info: FieldInfo
  value: unknown
  onChange: (value: unknown) => void
  /** The options of a value that is the key of another row. */
  choices?: Choices | undefined
  /** The value may be empty. */
  clearable?: boolean
  onBlur?: () => void
  /** Shown only: the person lacks the right to change it. */
  readOnly?: boolean
}

/** The input for a field; to be placed inside a Field. */
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
  const typedProps = { readOnly, ...(onBlur && { onBlur }) }
  const pickedProps = { disabled: readOnly, ...(onBlur && { onBlur }) }
  const several = info.kind === 'list' && (choices ?? (info.options && { options: info.options }))
  if (several)
    return <MultiCombobox value={Array.isArray(value) ? value : []} onChange={onChange} {...several} {...pickedProps} />
  if (choices)
    return <Combobox value={text || number} onChange={onChange} clearable={clearable} {...choices} {...pickedProps} />
  switch (info.kind) {
    case 'note':
      return <TextArea value={text} onChange={onChange} {...(info.max && { limit: info.max })} {...typedProps} />
    case 'count':
      return <NumberInput value={number} onChange={onChange} {...typedProps} />
    case 'rate':
      return <PercentInput value={number} onChange={onChange} {...typedProps} />
    case 'money':
      return <MoneyInput value={number} onChange={onChange} {...typedProps} />
    case 'day':
      return <DateInput value={text || null} onChange={onChange} {...typedProps} />
    case 'moment':
      return <MomentInput value={text || null} onChange={onChange} {...typedProps} />
    case 'time':
      return <TimeInput value={text || null} onChange={onChange} {...typedProps} />
    case 'rich':
      return <RichTextField folder={info.folder} value={text} onChange={onChange} {...typedProps} />
    case 'flag':
      return <Switch checked={value === true} onChange={onChange} />
    case 'password':
      return <PasswordInput value={text} onChange={onChange} autoComplete="new-password" {...typedProps} />
    case 'phone':
      return <TextInput type="tel" value={text} onChange={onChange} placeholder="09xx xxx xxx" {...typedProps} />
    case 'email':
      return <TextInput type="email" value={text} onChange={onChange} {...typedProps} />
    case 'link':
      return <TextInput type="url" value={text} onChange={onChange} placeholder="https://…" {...typedProps} />
    case 'image':
      return <ImageField cut folder={info.folder ?? ''} value={text || null} onChange={onChange} {...typedProps} />
    case 'place':
      return <PlaceField value={text} onChange={onChange} {...typedProps} />
    case 'status':
    case 'choice':
      return <OptionSelect info={info} value={value} onChange={onChange} clearable={clearable} {...pickedProps} />
    default:
      return <TextInput value={text} onChange={onChange} {...typedProps} />
  }
}

type OptionSelectProps = Pick<KindInputProps, 'info' | 'value' | 'onChange' | 'onBlur'> & {
  clearable: boolean
  disabled: boolean
}

function OptionSelect({ info, value, onChange, clearable, ...rest }: OptionSelectProps) {
  const options = (info.options ?? []).map((option) => ({ value: option.value, label: option.label }))
  const chosenValue = typeof value === 'string' || typeof value === 'number' ? value : null
  if (!clearable || (chosenValue !== null && info.kind === 'status'))
    return <Select value={chosenValue} onChange={onChange} options={options} {...rest} />
  return (
    <Select
      value={chosenValue ?? ''}
      onChange={(chosen_value) => onChange(chosen_value === '' ? null : chosen_value)}
      options={[{ value: '', label: 'Không chọn' }, ...options]}
      {...rest}
    />
  )
}
