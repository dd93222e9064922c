/** Converts between a list's columns and the choices in the column panel. Loaded with the panel, unlike columns.ts. */
import { shownColumns, type Arrangement, type ColumnPlan } from './columns.ts'

export interface ColumnChoice {
  key: string
  name: string
  shown: boolean
  pinned: boolean
}

/** All columns: shown ones in the person's order, each hidden one after its predecessor in the screen's order. */
export function columnChoices<Row>(plan: readonly ColumnPlan<Row>[], arranged: Arrangement): ColumnChoice[] {
  const visible_keys = shownColumns(plan, arranged).map(({ key }) => key)
  const keys = plan.reduce((order, { key }) => (order.includes(key) ? order : inserted(plan, order, key)), visible_keys)
  return keys.map((key) => ({
    key,
    name: plan.find((column) => column.key === key)!.head,
    shown: visible_keys.includes(key),
    pinned: arranged.pinned.includes(key),
  }))
}

/** The choices as they are saved; null when the columns are the screen's default. */
export function arrangementOf<Row>(
  plan: readonly ColumnPlan<Row>[],
  choices: readonly ColumnChoice[],
): { columns: string[] | null; pinned: string[] } {
  const columns = choices.filter(({ shown }) => shown).map(({ key }) => key)
  const defaults = plan.filter(({ hidden }) => !hidden).map(({ key }) => key)
  return {
    columns: columns.join() === defaults.join() ? null : columns,
    pinned: choices.filter(({ shown, pinned }) => shown && pinned).map(({ key }) => key),
  }
}

function inserted<Row>(plan: readonly ColumnPlan<Row>[], order: readonly string[], key: string): string[] {
  const keys = plan.map((column) => column.key)
  const previous_key = keys.slice(0, keys.indexOf(key)).findLast((other) => order.includes(other))
  return order.toSpliced(previous_key === undefined ? 0 : order.indexOf(previous_key) + 1, 0, key)
}
