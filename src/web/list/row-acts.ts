/** Which action of a row is a labelled button. */
import type { RowAct } from '#web/action/act.tsx'

/**
 * The first action, where it writes and is not destructive. Read-only actions such as the history stay in the menu: once a row is decided they would
 * take the place of the decision's button and be clicked by mistake.
 */
export function labelledAct([firstAct]: readonly RowAct[], isNarrow: boolean): RowAct | null {
  if (!firstAct || isNarrow || firstAct.danger || firstAct.call.kind === 'read') return null
  return firstAct
}
