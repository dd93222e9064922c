/** The state of an entry: the numbers and amounts of one draw, kept as a draft when the session ends. */
import { useEffect, useMemo, useState } from 'react'
import type { Call } from '#contract/call.ts'
import { draftOf, dropDraft, keepDraft } from '#web/form/draft.ts'
import { userId } from '#web/session/session.ts'
import { placeOf } from '#web/ui/sheet/number-sheet.tsx'
import type { Product } from '#features/results/product/product.contract.ts'
import type { ResultRow } from '#features/results/result/draw-result.contract.ts'
import { publishedTiers } from '#features/results/result/draw-shape.rules.ts'
import { numberFaults, shapeOf } from '#features/results/result/entry.rules.ts'

export type Numbers = NonNullable<ResultRow['numbers']>
export type Published = NonNullable<ResultRow['published']>

/** The draw that the entry is for. */
export interface SheetDraw {
  category: Product
  open_date: string
}

interface Entry {
  numbers: Numbers
  published: Published
}

/**
 * @param keep the call and record by which the draft is stored
 * @param groups the groups to enter; all by default
 */
export function useSheet(draw: SheetDraw, start: Entry, keep: { call: Call; record: string }, groups?: Groups) {
  const user_id = userId()
  const key = useMemo(
    () => (user_id === null ? null : { user_id, call: keep.call, record: keep.record }),
    [user_id, keep.call, keep.record],
  )
  const [draftEntry] = useState(() => (key ? (draftOf(key)?.values as Entry | undefined) : undefined))
  const [{ numbers, published }, setEntry] = useState<Entry>(draftEntry ?? start)
  const [typing, setTyping] = useState<string | null>(null)
  const shape = groups ?? shapeOf(draw.category, draw.open_date)
  useEffect(() => {
    if (key && Object.keys(numbers).length > 0)
      keepDraft(key, { transid: '', row: null, base: {}, values: { numbers, published } })
  }, [key, numbers, published])
  const count = shape.reduce((sum, group) => sum + group.count, 0)
  const filled = shape.reduce((sum, { key: name }) => sum + (numbers[name]?.filter(Boolean).length ?? 0), 0)
  const [first_tier] = publishedTiers(draw.category)
  return {
    draw,
    shape,
    numbers,
    published,
    count,
    filled,
    isRestored: draftEntry !== undefined,
    problems: problemsOf(draw, numbers, { shape, typing }),
    hasAmounts: first_tier !== undefined,
    isWhole: filled === count,
    setNumber: (name: string, index: number, number: string) => {
      setTyping(placeOf(name, index))
      setEntry((now) => ({ ...now, numbers: withNumber(now.numbers, { name: name as keyof Numbers, index, number }) }))
    },
    setTier: (tier: string, value: Published[string] | null) =>
      setEntry((now) => {
        const { [tier]: _, ...rest } = now.published
        return { ...now, published: value === null ? rest : { ...rest, [tier]: value } }
      }),
    setAll: (all: Entry) => {
      setTyping(null)
      setEntry(all)
    },
    /** Deletes the draft, after saving or discarding the entry. */
    drop: () => key && dropDraft(key),
  }
}
export type Sheet = ReturnType<typeof useSheet>
type Groups = ReturnType<typeof shapeOf>

export const filledText = ({ filled, count }: Pick<Sheet, 'filled' | 'count'>) => `${filled} / ${count} số`

function withNumber(
  numbers: Numbers,
  { name, index, number }: { name: keyof Numbers; index: number; number: string },
): Numbers {
  const group = [...(numbers[name] ?? [])]
  while (group.length <= index) group.push('')
  group[index] = number
  return { ...numbers, [name]: group }
}

/** The error of each number by its box, except in the box that is being typed into. */
function problemsOf(
  { category, open_date }: SheetDraw,
  numbers: Numbers,
  { shape, typing }: { shape: Groups; typing: string | null },
): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const { key, index, message, rule } of numberFaults(category, open_date, numbers)) {
    if (key === null || index === null) continue
    const group = shape.find((row) => row.key === key)
    const typedNumber = numbers[key as keyof Numbers]?.[index] ?? ''
    const place = placeOf(key, index)
    if (!group || typedNumber === '' || (place === typing && !isFull(group, typedNumber))) continue
    problems[place] = rule === null ? message : `${message}. ${rule}`
  }
  return problems
}

/** Whether the typed number has the full length of the group's numbers, so that an error is not due to unfinished typing. */
function isFull({ digits, pool }: Groups[number], typed: string): boolean {
  return typed.length >= (digits ?? (pool === undefined ? 4 : 2))
}
