/** What the combobox and its lazily loaded list share. */
import { fold } from '#contract/fold.ts'

export type ComboboxOption<T> = {
  value: T
  label: string
  /** A second, quieter text: a code, a phone number. It is searched as well. */
  detail?: string
  /** The reason why the option is shown but cannot be chosen. */
  whyNot?: string | false
}

export type ComboboxCommon = {
  placeholder?: string
  /** The server searches: called with what was typed; options are then shown as they come. */
  onQuery?: (text: string) => void
  /** Called with what was typed where the options are searched here; see `alsoFound`. */
  onType?: (text: string) => void
  loading?: boolean
  /** There are others beside these options, which typing finds. */
  hasMore?: boolean
  /** Somebody is about to choose: the options are read from here on. */
  onReach?: () => void
  disabled?: boolean
  onBlur?: () => void
  id?: string
  'aria-label'?: string
}

/** The options of a combobox and how they are searched. */
export type ComboboxList<T> = Omit<ComboboxCommon, 'placeholder'> & {
  options: readonly ComboboxOption<T>[]
  /** The values among the options that were chosen last: they come first, under a heading of their own. */
  recent?: readonly T[]
  /** The values that match the typed text by more than their visible texts. */
  alsoFound?: readonly T[]
}

type CommonProps<T> = ComboboxCommon & ComboboxList<T> & { onChosen?(value: T): void }

export type ComboboxProps<T> = CommonProps<T> & {
  value: T | null
  onChange: (value: T | null) => void
  clearable?: boolean
}

export type MultiComboboxProps<T> = CommonProps<T> & { value: readonly T[]; onChange: (value: T[]) => void }

/** The chosen options by their values; one that is not in the list (yet) is shown by its value. */
export function chosenOptions<T>(options: readonly ComboboxOption<T>[], values: readonly T[]): ComboboxOption<T>[] {
  return values.map((value) => options.find((option) => option.value === value) ?? { value, label: String(value) })
}

/** What a person did to the closed box before the full one was loaded; undefined when the focus is elsewhere. */
export type ComboboxStart = {
  selection?: [from: number, to: number]
  open?: boolean
  text?: string
  /** Enter was pressed after the text: the first that it finds is chosen. */
  entered?: boolean
}

function textOf<T>(option: ComboboxOption<T>) {
  return option.detail ? `${option.label} ${option.detail}` : option.label
}

const foldedLabels = new WeakMap<object, string>()

/** Every word that was typed occurs, accents or not. */
export function matches<T>(option: ComboboxOption<T> | null, query: string): boolean {
  if (!option) return false
  let text = foldedLabels.get(option)
  if (text === undefined) foldedLabels.set(option, (text = fold(textOf(option))))
  return fold(query)
    .split(' ')
    .every((word) => text.includes(word))
}
