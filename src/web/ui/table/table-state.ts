export type Sort = { key: string; dir: 'asc' | 'desc' }

/** The sort after a click on a column's head: ascending, then descending, then the list's default order. */
export function nextSort(sort: Sort | null, key: string): Sort | null {
  if (sort?.key !== key) return { key, dir: 'asc' }
  return sort.dir === 'asc' ? { key, dir: 'desc' } : null
}

/** The rows that Shift+click selects: from the nearest selected one, above or below, to this one. */
export function rangeBetween<Row, Key>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
  selected: ReadonlySet<Key> | undefined,
  index: number,
): readonly Row[] {
  let nearest = -1
  rows.forEach((row, row_index) => {
    if (row_index === index || !selected?.has(keyOf(row))) return
    if (nearest < 0 || Math.abs(row_index - index) < Math.abs(nearest - index)) nearest = row_index
  })
  if (nearest < 0) return rows.slice(index, index + 1)
  return rows.slice(Math.min(nearest, index), Math.max(nearest, index) + 1)
}
