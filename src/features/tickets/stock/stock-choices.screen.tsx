import { choicesOf } from '#web/choices/choice-source.ts'
import { baseStore } from '#features/tickets/base-store/base-store.contract.ts'
import { drawArea } from '#features/tickets/draw-area/draw-area.contract.ts'

/** Store and station, in a form or among filters. */
export const stockChoices = {
  base_id: choicesOf(baseStore.list, (row) => ({ value: row.base_id, label: row.base_name, detail: row.base_code }), {
    key: 'base_id',
  }),
  area_id: choicesOf(drawArea.byBase, (row) => ({ value: row.area_id, label: row.area_name, detail: row.area_code })),
}

/** The stores into which tickets may come. */
export const openStores = choicesOf(
  baseStore.list,
  (row) => ({
    value: row.base_id,
    label: row.base_name,
    detail: row.base_code,
    whyNot: row.status !== 1 && 'Ngừng hoạt động',
  }),
  { key: 'base_id' },
)

/** Filters by store and station; the people of a store see no other store. */
export const stockFilters = (own_base_id: number | null) =>
  [...(own_base_id === null ? (['base_id'] as const) : []), 'area_id' as const].map((name) => ({
    name,
    choices: stockChoices[name],
  }))
