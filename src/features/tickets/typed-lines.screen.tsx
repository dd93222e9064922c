/** What slips of tickets and slips of whole sets do alike with the lines that are typed or pasted into them. */
import { useEffect, type RefObject } from 'react'
import { saveDraft, type Session } from '#web/editor-session.ts'
import { numberText } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import type { EntryGridHandle } from '#web/ui/entry-grid.tsx'
import type { CellPosition } from '#web/ui/entry-keys.ts'

type Grid = RefObject<EntryGridHandle | null>

interface Fault<Cell extends string> {
  cell: Cell
  error: string
}

/** What was typed outlives a reload and the end of a session; `values` are the same object until something is typed. */
export function useKeptDraft(
  session: Session,
  values: Session['values'],
  changed: boolean,
  transid: RefObject<string>,
): void {
  useEffect(() => {
    if (!changed) return
    const keep = () => saveDraft({ ...session, transid: transid.current }, values)
    const timer = setTimeout(keep, 300)
    return () => clearTimeout(timer)
  }, [session, values, changed, transid])
}

/** The faults, and what the server refused of lines that have not been changed since. */
export function withRefusals<Line, Cell extends string>(
  faults: Map<number, Fault<Cell | 'number'>>,
  lines: readonly Line[],
  refused: ReadonlyMap<Line, string>,
): Map<number, Fault<Cell | 'number'>> {
  if (refused.size === 0) return faults
  for (const [index, line] of lines.entries()) {
    const error = refused.get(line)
    if (error !== undefined) faults.set(index, { cell: 'number', error })
  }
  return faults
}

interface Paste<Line> {
  lines: readonly Line[]
  pasted: readonly Line[]
  /** Where; an empty line there is replaced. */
  index: number
  most: number
  isBlank: (line: Line) => boolean
  grid: Grid
  /** Told when not all of them have room. */
  onCut: () => void
}

/** @returns all lines after the paste; the focus goes behind what was pasted. */
export function pasteLines<Line>({ lines, pasted, index, most, isBlank, grid, onCut }: Paste<Line>): readonly Line[] {
  const replaced = lines[index] && isBlank(lines[index]) ? 1 : 0
  const all = lines.toSpliced(index, replaced, ...pasted)
  if (all.length > most) onCut()
  const next = Math.min(index + pasted.length, most - 1)
  requestAnimationFrame(() => grid.current?.focus({ index: next, cell: 'number' }))
  return all.slice(0, most)
}

interface ToFaultProps {
  problems: ReadonlyMap<number, Fault<string>>
  place: CellPosition | null
  grid: Grid
}

/** Goes to the next wrong line after the one that has the focus, and from the last to the first. */
export function ToFault({ problems, place, grid }: ToFaultProps) {
  if (problems.size === 0) return null
  const toNext = () => {
    const wrong = [...problems.keys()].toSorted((a, b) => a - b)
    const index = wrong.find((one) => place === null || one > place.index) ?? wrong[0]!
    grid.current?.focus({ index, cell: problems.get(index)!.cell })
  }
  return <Button size="sm" icon="alert" onClick={toNext}>{`Đến dòng lỗi (${numberText(problems.size)})`}</Button>
}
