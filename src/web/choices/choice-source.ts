/** What a combobox gets its options from: the call that lists them, and the fields on which they depend. */
import type { InputOf } from '#contract/call.ts'
import type { ListCall, RowOf } from '#web/list/use-list.ts'
import type { ComboboxOption } from '#web/ui/choice/combobox-option.ts'

export type ChoiceValue = string | number

/** What a combobox needs of its options; its props have the same names. */
export interface Choices<V extends ChoiceValue = ChoiceValue> {
  options: readonly ComboboxOption<V>[]
  /** The values that this person chose last, as far as they are among the options and still possible. */
  recent?: readonly V[]
  onChosen?(value: V): void
  /** Set only when the server searches. */
  onQuery?: (text: string) => void
  /** Only where the browser searches: the server knows more about the options than is shown, such as their phone numbers. */
  onType?: (text: string) => void
  /** The values that the server found by what is not shown. */
  alsoFound?: readonly V[]
  loading?: boolean
  /** The server has more options than are listed. */
  hasMore?: boolean
  /** Starts loading: options are loaded only when the field gets the focus. */
  onReach?: () => void
}

/** The source of the options of a form field or filter. */
export interface ChoiceSource {
  call: ListCall
  option: (row: never) => ComboboxOption<ChoiceValue>
  /** The field on which the options depend (the province of districts): an input of the call, and needed before there are options. */
  by?: string | undefined
  /** The call's filter by the value, to look up the label of a chosen value that is not listed. */
  key?: string | undefined
  /** Further input of the call. */
  input?: object | undefined
}

/** `choicesOf(location.district, (row) => ({ value: row.district_id, label: row.district_name }), { by: 'province_id' })` */
export function choicesOf<C extends ListCall>(
  call: C,
  option: (row: RowOf<C>) => ComboboxOption<ChoiceValue>,
  { by, key, input }: { by?: keyof InputOf<C> & string; key?: keyof InputOf<C> & string; input?: InputOf<C> } = {},
): ChoiceSource {
  return { call, option: option as ChoiceSource['option'], by, key, input }
}

/** The fields whose options depend on this field, directly or through others; their values are cleared when it changes. */
export function dependentsOf(choices: Readonly<Record<string, Choices | ChoiceSource>>, name: string): string[] {
  const direct = Object.keys(choices).filter((other) => (choices[other] as Partial<ChoiceSource>).by === name)
  return direct.flatMap((other) => [other, ...dependentsOf(choices, other)])
}
