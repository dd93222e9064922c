import { useState } from 'react'
import { useRead } from '#web/call/api.ts'
import type { Product } from '#features/results/product/product.contract.ts'
import { sheet, type SheetDrawRow } from './sheet.contract.ts'

const earlier_draws = 30

export type Game = ReturnType<typeof useGame>

/** The last draws of a game or the search results, and the shown one among them. */
export function useGame(category: Product | null, search: string | null) {
  const read = useRead(
    sheet.latest,
    { category, draws: earlier_draws, search },
    { enabled: category !== null, keepPrevious: true },
  )
  const list_key = `${category} ${search}`
  const [chosen, setChosen] = useState({ list_key, index: 0 })
  const draws = read.data?.items ?? []
  const last_index = Math.max(draws.length - 1, 0)
  const index = chosen.list_key === list_key ? Math.min(chosen.index, last_index) : 0
  const setIndex = (draw_index: number) => setChosen({ list_key, index: Math.min(Math.max(draw_index, 0), last_index) })
  const draw: SheetDrawRow | undefined = draws[index]
  return { read, draws, draw, index, setIndex }
}
