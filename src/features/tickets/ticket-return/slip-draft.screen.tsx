/** The slip that is being prepared, stored like a draft: it survives the end of the session and a reload. */
import { useState } from 'react'
import type { InputOf } from '#contract/call.ts'
import { keepValues, keptValues, lastKeptRow } from '#web/form/kept-values.ts'
import { withoutSent, type TypedReturn } from './return-text.rules.ts'
import { ticketReturn, type DeskRow } from './ticket-return.contract.ts'

/** What a slip is for: a store's tickets of one draw. */
export type SlipOf = Pick<DeskRow, 'area_id' | 'open_date' | 'base_id'>

export const slipKey = ({ area_id, open_date, base_id }: SlipOf) => `${area_id} ${open_date} ${base_id}`

interface TypedSlip {
  items: readonly TypedReturn[]
  isAll: boolean
}

const blank_slip: TypedSlip = { items: [], isAll: false }

export function useSlip(row: DeskRow) {
  const { area_id, open_date, base_id } = row
  const id = { call: ticketReturn.returnBatch, record: slipKey(row) }
  const [before] = useState(() => keptValues<TypedSlip>(id)?.values ?? null)
  const [slip, setSlip] = useState(before ?? blank_slip)
  const [isRestored, setRestored] = useState(before !== null)
  const change = (part: Partial<TypedSlip>) => {
    const next = { ...slip, ...part }
    const isBlank = next.items.length === 0 && !next.isAll
    setSlip(next)
    if (isBlank) setRestored(false)
    keepValues(id, isBlank ? null : next, { area_id, open_date, base_id } satisfies SlipOf)
  }
  const clear = () => change(blank_slip)
  /** Takes these lines off the slip, and returns what was added while they were being sent. */
  const clearSent = ({ all, data }: InputOf<typeof ticketReturn.returnBatch>) => {
    const rest = all ? [] : withoutSent(slip.items, data ?? [])
    setRestored(false)
    change({ items: rest, isAll: slip.isAll && !all })
    return rest
  }
  return { ...slip, isRestored, change, clear, clearSent }
}

/** The slip on which something was put last; null where there is none. */
export const lastSlip = () => lastKeptRow<SlipOf>(ticketReturn.returnBatch)
