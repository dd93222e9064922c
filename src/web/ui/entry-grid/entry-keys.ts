/** Moving about in an EntryGrid. */

export type CellPosition = { index: number; cell: string }

export function cellAt(target: EventTarget): CellPosition | null {
  if (!(target instanceof HTMLInputElement)) return null
  const { index, cell } = target.dataset
  return index !== undefined && cell !== undefined ? { index: Number(index), cell } : null
}

type Press = { key: string; shiftKey: boolean; altKey: boolean; ctrlKey: boolean; metaKey: boolean }

/** The cell to which a key moves the focus; null for a key that the cell handles itself. */
export function moveOf(
  { key, shiftKey, altKey, ctrlKey, metaKey }: Press,
  { index, cell }: CellPosition,
  columns: readonly { key: string; seldom?: boolean }[],
  count: number,
): CellPosition | null {
  if (altKey || ctrlKey || metaKey) return null
  const positionAt = (row: number, column = cell) => ({ index: Math.min(Math.max(row, 0), count - 1), cell: column })
  if (key === 'ArrowDown') return positionAt(index + 1)
  if (key === 'ArrowUp') return positionAt(index - 1)
  if (key !== 'Enter') return null
  const usualColumns = columns.filter((column) => !column.seldom || column.key === cell).map((column) => column.key)
  const step = usualColumns.indexOf(cell) + (shiftKey ? -1 : 1)
  if (usualColumns[step] !== undefined) return positionAt(index, usualColumns[step])
  return shiftKey ? positionAt(index - 1, usualColumns.at(-1)) : positionAt(index + 1, usualColumns[0])
}

/** The maximum number of frames until a row that is scrolled to is rendered. */
const max_frames = 60

/** Focuses a cell; a row of this height that is not rendered is scrolled to first. */
export function focusCell(box: HTMLElement, { index, cell }: CellPosition, row_height: number): void {
  const cellIn = `input[data-index="${index}"][data-cell="${cell}"]`
  const take = (frames: number) => {
    const input = box.querySelector<HTMLInputElement>(cellIn)
    if (input) {
      input.focus()
      return input.select()
    }
    if (frames === 0) return
    box.scrollTop = index * row_height - box.clientHeight / 2
    requestAnimationFrame(() => take(frames - 1))
  }
  // The cell that has the focus may go out of sight, and with it the focus: it waits at the grid.
  if (!box.querySelector(cellIn)) box.focus({ preventScroll: true })
  take(max_frames)
}
