/** A list's columns as the panel offers them, and what was chosen there. Apart from columns.ts, which every list needs at once. */
import { shownOf, type Arrangement, type ColumnPlan } from './columns.ts'

/** A column among those to choose from. */
export interface ColumnChoice {
  key: string
  name: string
  shown: boolean
  pinned: boolean
}

/** All columns in their order; those that are not shown stand where the plan has them. */
export function choicesOf<Row>(plan: readonly ColumnPlan<Row>[], arranged: Arrangement): ColumnChoice[] {
  const shown = shownOf(plan, arranged).map(({ key }) => key)
  const keys = plan.reduce((order, { key }) => (order.includes(key) ? order : inserted(plan, order, key)), shown)
  return keys.map((key) => ({
    key,
    name: plan.find((column) => column.key === key)!.head,
    shown: shown.includes(key),
    pinned: arranged.pinned.includes(key),
  }))
}

/** What was chosen, to be kept; the screen's own columns are kept as no choice. */
export function arrangementOf<Row>(
  plan: readonly ColumnPlan<Row>[],
  choices: readonly ColumnChoice[],
): { columns: string[] | null; pinned: string[] } {
  const columns = choices.filter(({ shown }) => shown).map(({ key }) => key)
  const own = plan.filter(({ hidden }) => !hidden).map(({ key }) => key)
  return {
    columns: columns.join() === own.join() ? null : columns,
    pinned: choices.filter(({ shown, pinned }) => shown && pinned).map(({ key }) => key),
  }
}

function inserted<Row>(plan: readonly ColumnPlan<Row>[], order: readonly string[], key: string): string[] {
  const keys = plan.map((column) => column.key)
  const before = keys.slice(0, keys.indexOf(key)).findLast((other) => order.includes(other))
  return order.toSpliced(before === undefined ? 0 : order.indexOf(before) + 1, 0, key)
}
