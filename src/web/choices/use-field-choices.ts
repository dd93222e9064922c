/** The options of one field of a form or of one filter. */
import type { ListCall } from '#web/list/use-list.ts'
import type { ComboboxOption } from '#web/ui/choice/combobox-option.ts'
import type { Choices, ChoiceSource, ChoiceValue } from './choice-source.ts'
import { useChoices } from './use-choices.ts'

export interface FieldChoices {
  choices: Choices
  /** The field that must be filled in first; see ChoiceSource.by. */
  waitsFor: string | undefined
}

/** The options of a field beside these values of the other fields; `extraOptions` have the label of its initial value. */
export function useFieldChoices(
  { call, option, by, key, input }: ChoiceSource,
  values: Readonly<Record<string, unknown>>,
  value: unknown,
  extraOptions: readonly ComboboxOption<ChoiceValue>[] = [],
): FieldChoices {
  const parentInput = by === undefined ? undefined : { [by]: values[by] }
  const isWaiting = by !== undefined && isEmpty(values[by])
  const chosenValues = (Array.isArray(value) ? value : [value]).filter((item) => !isEmpty(item))
  const choices = useChoices<ListCall, ChoiceValue>(call, option as (row: object) => ComboboxOption<ChoiceValue>, {
    ...((input || parentInput) && { input: { ...input, ...parentInput } }),
    extraOptions,
    chosen: chosenValues as ChoiceValue[],
    key,
    enabled: !isWaiting,
  })
  return { choices, waitsFor: isWaiting ? by : undefined }
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
