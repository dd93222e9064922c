/** The page sizes that a list offers. */
export const page_sizes = [10, 20, 50, 100, 150, 200, 300] as const

export const max_page_buttons = 10

export function pageCountOf(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

/** The page number typed into 'Trang'; anything but a number within the page count is the first page. */
export function checkedPage(typed: string | number | null, pageCount: number): number {
  const page = typeof typed === 'number' ? typed : /^\s*\d+\s*$/.test(typed ?? '') ? Number(typed) : 0
  return Number.isSafeInteger(page) && page >= 1 && page <= pageCount ? page : 1
}

/** The numbers on the page buttons: around the current page, shifted inwards at both ends. */
export function pageButtons(page: number, pageCount: number): number[] {
  const length = Math.min(max_page_buttons, pageCount)
  const first_page = Math.min(Math.max(1, page - Math.floor((length - 1) / 2)), pageCount - length + 1)
  return Array.from({ length }, (_, index) => first_page + index)
}

/** The rows that a page shows, counted from 1: [51, 100]. */
export function rowRange(page: number, pageSize: number, total: number): [from: number, to: number] {
  if (total === 0) return [0, 0]
  return [(page - 1) * pageSize + 1, Math.min(page * pageSize, total)]
}
