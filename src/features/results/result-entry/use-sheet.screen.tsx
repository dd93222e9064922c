/** The state of an entry: the numbers and amounts of one draw. */
import { useEffect, useState } from 'react'
import type { Typing } from '#web/form/editor-base.tsx'
import { placeOf } from '#web/ui/sheet/number-sheet.tsx'
import type { Product } from '#features/results/product/product.contract.ts'
import type { ResultRow } from '#features/results/result/draw-result.contract.ts'
import { publishedTiers } from '#features/results/result/draw-shape.rules.ts'
import { numberFaults, shapeOf } from '#features/results/result/entry.rules.ts'

export type Numbers = NonNullable<ResultRow['numbers']>
export type PublishedTiers = NonNullable<ResultRow['published']>

/** The draw that the entry is for. */
export interface SheetDraw {
  category: Product
  open_date: string
}

export interface SheetEntry {
  numbers: Numbers
  published: PublishedTiers
}

/** @param groups the groups to enter; all by default */
export function useSheet(draw: SheetDraw, start: SheetEntry, typing: Typing<SheetEntry>, groups?: Groups) {
  const { before, onTyped } = typing
  const [{ numbers, published }, setEntry] = useState(before ?? start)
  const [typedPlace, setTypedPlace] = useState<string | null>(null)
  const shape = groups ?? shapeOf(draw.category, draw.open_date)
  const isEdited = !isSame({ numbers, published }, start)
  useEffect(() => onTyped(isEdited ? { numbers, published } : null), [onTyped, isEdited, numbers, published])
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
    problems: problemsOf(draw, numbers, { shape, typedPlace }),
    hasAmounts: first_tier !== undefined,
    isWhole: filled === count,
    setNumber: (name: string, index: number, number: string) => {
      setTypedPlace(placeOf(name, index))
      setEntry((now) => ({ ...now, numbers: withNumber(now.numbers, { name: name as keyof Numbers, index, number }) }))
    },
    setTier: (tier: string, value: PublishedTiers[string] | null) =>
      setEntry((now) => {
        const { [tier]: _, ...rest } = now.published
        return { ...now, published: value === null ? rest : { ...rest, [tier]: value } }
      }),
    setAll: (all: SheetEntry) => {
      setTypedPlace(null)
      setEntry(all)
    },
    /** Deletes the draft, after saving or discarding the entry. */
    drop: () => onTyped(null),
  }
}
export type Sheet = ReturnType<typeof useSheet>
type Groups = ReturnType<typeof shapeOf>

/** The numbers and amounts of a result; empty where they are hidden from this person. */
export const entryOf = ({ numbers, published }: Pick<ResultRow, 'numbers' | 'published'>): SheetEntry => ({
  numbers: numbers ?? {},
  published: published ?? {},
})

const isSame = (one: SheetEntry, other: SheetEntry) =>
  JSON.stringify([one.numbers, one.published]) === JSON.stringify([other.numbers, other.published])

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
  { shape, typedPlace }: { shape: Groups; typedPlace: string | null },
): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const { key, index, message, rule } of numberFaults(category, open_date, numbers)) {
    if (key === null || index === null) continue
    const group = shape.find((row) => row.key === key)
    const typedNumber = numbers[key as keyof Numbers]?.[index] ?? ''
    const place = placeOf(key, index)
    if (!group || typedNumber === '' || (place === typedPlace && !isFull(group, typedNumber))) continue
    problems[place] = rule === null ? message : `${message}. ${rule}`
  }
  return problems
}

/** Whether the typed number has the full length of the group's numbers, so that an error is not due to unfinished typing. */
function isFull({ digits, pool }: Groups[number], typed: string): boolean {
  return typed.length >= (digits ?? (pool === undefined ? 4 : 2))
}
