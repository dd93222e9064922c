import { showDay } from '#web/ui/date/date-text.ts'
import type { List } from './use-list.ts'

/**
 * The note which days were searched; null where the filters say it. Without both ends the server searches only some
 * days.
 */
export function searchedDaysText({
  searched,
  state,
  input,
}: Pick<List, 'searched' | 'state' | 'input'>): string | null {
  const { from_date, to_date } = input
  if (!searched) return state.from_date && !from_date ? 'tìm trong mọi ngày' : null
  if (from_date && to_date) return null
  if (!from_date && !to_date) return `${searched.search_days} ngày gần nhất`
  return `từ ${showDay(searched.searched_from)} đến ${showDay(searched.searched_to)}`
}
