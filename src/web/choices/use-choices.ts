/** The options of a combobox from the rows of a list call. */
import { useMemo, useState } from 'react'
import type { ListCall, RowOf } from '#web/list/use-list.ts'
import { matches, type ComboboxOption } from '#web/ui/choice/combobox-option.ts'
import type { Choices, ChoiceValue } from './choice-source.ts'
import { recentOf, rememberChoice } from './recent-choices.ts'
import { useChoiceRows } from './use-choice-rows.ts'
import { useStable } from './use-stable.ts'
import { hasOption, useUnlistedOptions } from './use-unlisted-options.ts'

export interface ChoiceOptions<V extends ChoiceValue> {
  /** Further input of the call. */
  input?: Record<string, unknown>
  /** Options of values that may not be among the rows, such as those of the record being edited. */
  extraOptions?: readonly ComboboxOption<V>[]
  /** The chosen values; they stay among the options during a search. */
  chosen?: readonly V[]
  /** See ChoiceSource. */
  key?: string | undefined
  enabled?: boolean
  /** Loads the options before somebody reaches for them, for a screen that shows them elsewhere too. */
  eager?: boolean
}

/** In a shorter list every option is found at a glance; the recent ones need not come first. */
const min_rows_for_recent = 9

/**
 * The options of a combobox, loaded when somebody reaches for it, or at once where a chosen value needs its label. `optionOf` must be the same function
 * of a row at each render.
 */
export function useChoices<C extends ListCall, V extends ChoiceValue>(
  call: C,
  optionOf: (row: RowOf<C>) => ComboboxOption<V>,
  { input, extraOptions = [], chosen = [], key, enabled: isPossible = true, eager = false }: ChoiceOptions<V> = {},
): Choices<V> {
  const [isReached, setReached] = useState(eager)
  const [query, setQuery] = useState('')
  const needsLabel = chosen.some((value) => !hasOption(extraOptions, value))
  const enabled = isPossible && (isReached || needsLabel)
  const { rows, total, onServer, isSearching, loading, hasMore, foundRows } = useChoiceRows(call, {
    input,
    query,
    enabled,
  })
  const listedOptions = useMemo(
    () => (rows ?? []).map(optionOf),
    // Screens write optionOf inline, so it is a new function at each render, but it always returns the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [rows],
  )

  // While the server searches, only what it finds is offered.
  const offersRecent = isReached && total >= min_rows_for_recent && !(onServer && query.trim() !== '')
  const recentValues = offersRecent ? (recentOf(call) as V[]) : []
  const unlisted = useUnlistedOptions(call, optionOf, {
    listed: listedOptions,
    extraOptions,
    // Where the options depend on another field, a recent value that is not listed for it is not possible.
    values: onServer && !input ? [...chosen, ...recentValues] : chosen,
    key,
    enabled: enabled && rows !== undefined,
  })
  // During a search only the old options that match the typed text stay, so that Enter cannot choose another one.
  const options = useMemo(() => {
    const all = unlisted.length > 0 ? [...listedOptions, ...unlisted] : listedOptions
    return isSearching ? all.filter((option) => chosen.includes(option.value) || matches(option, query)) : all
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [listedOptions, unlisted, isSearching, query])

  const isOffered = (target: V) => options.some(({ value, whyNot }) => value === target && !whyNot)
  const possibleRecent = useStable(recentValues.filter(isOffered))
  const alsoFound = useStable(onServer ? [] : foundRows.map((row) => optionOf(row).value))
  return {
    options,
    recent: possibleRecent,
    onChosen: (value) => rememberChoice(call, value),
    loading,
    ...(onServer ? { onQuery: setQuery, hasMore } : { onType: setQuery, alsoFound }),
    ...(!isReached && { onReach: () => setReached(true) }),
  }
}
