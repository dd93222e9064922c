/** The rows of a list call as the options of a combobox: all of them when they are few, found by typing when they are many. */
import { useEffect, useMemo, useState } from 'react'
import type { InputOf } from '#contract/call.ts'
import { shapeOf } from '#contract/fields.ts'
import { useRead } from './api.ts'
import type { ComboboxOption } from './ui/combobox-option.ts'
import type { ListCall, RowOf } from './use-list.ts'

export interface Choices<V extends string | number = string | number> {
  options: readonly ComboboxOption<V>[]
  onQuery?: (text: string) => void
  loading?: boolean
}

const few = 300

/** `known` names options that may not be among the rows: what the record being edited has now. */
export function useChoices<C extends ListCall, V extends string | number>(
  call: C,
  optionOf: (row: RowOf<C>) => ComboboxOption<V>,
  { known, enabled = true }: { known?: readonly ComboboxOption<V>[]; enabled?: boolean } = {},
): Choices<V> {
  const [query, setQuery] = useState('')
  const settled = useSettled(query)
  const paged = 'page_size' in shapeOf(call.input)
  const all = useRead(call, (paged ? { page_size: few } : {}) as InputOf<C>, { fresh: 60_000, enabled })
  const many = (all.data?.total ?? 0) > few
  const found = useRead(call, { page_size: few, keyword: settled } as unknown as InputOf<C>, {
    enabled: many && settled !== '',
    keep: true,
  })
  const rows = (settled === '' ? all.data : found.data)?.items
  const options = useMemo(() => {
    const listed = ((rows ?? []) as RowOf<C>[]).map(optionOf)
    const others = (known ?? []).filter((option) => !listed.some((one) => one.value === option.value))
    return [...listed, ...others]
    // Screens write optionOf in place, so it is a new function each time, but it always says the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rows, known])
  return { options, loading: all.isPending || found.isFetching, ...(many && { onQuery: setQuery }) }
}

function useSettled(text: string): string {
  const [settled, set] = useState(text)
  useEffect(() => {
    const timer = setTimeout(set, 250, text.trim())
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
