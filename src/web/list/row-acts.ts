/** Which of a row's acts stands in words beside the row while it is pointed at. */
import type { RowAct } from '#web/action/act.tsx'

/**
 * The first, where it changes something and destroys nothing. What only looks, such as a history, is in the menu: in the place of a decision that
 * was made a moment ago it would be pressed for that decision.
 */
export function labelledAct([first]: readonly RowAct[], isNarrow: boolean): RowAct | null {
  if (!first || isNarrow || first.danger || first.call.kind === 'read') return null
  return first
}
