/** Keeps the rows of a live list in place while the person works on them: values update at once, added and removed rows wait for a click. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '#web/ui/action/button.tsx'
import type { List } from '#web/list/use-list.ts'
import css from './rows.module.css'

/** How long after the last pointer move or key over the rows they are kept in place. */
const freeze_ms = 8_000

export interface SteadyRows<Row extends object> {
  list: List<Row>
  /** How many new rows are not shown yet, and how many shown rows no longer exist. */
  added: number
  removed: number
  /** Shows the current rows. */
  show: () => void
  /** Must be called on every pointer move and key press over the rows. */
  touch: () => void
}

/**
 * Keeps the rows where they are for eight seconds after the last `touch`: values update, added and removed rows are
 * counted until `show`. Other filters or another page end it at once.
 */
export function useSteadyRows<Row extends object>(list: List<Row>, keyOf: (row: Row) => number): SteadyRows<Row> {
  // Rows of the filters before belong to none: those that are being read replace them, whoever touches them.
  const inputKey = list.current ? JSON.stringify(list.input) : null
  const [stored, setStored] = useState({ inputKey, rows: list.rows })
  const [touched, setTouched] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const rowByKey = new Map(list.rows.map((row) => [keyOf(row), row]))
  const shown_keys = stored.rows.map(keyOf)
  const wouldMove = shown_keys.some((key, index) => list.rows[index] === undefined || keyOf(list.rows[index]) !== key)
  const isFrozen =
    touched && wouldMove && stored.inputKey === inputKey && list.phase !== 'loading' && list.phase !== 'failed'
  // Before the first answer `rows` is a new empty array at each render.
  const isSame =
    stored.inputKey === inputKey && (stored.rows === list.rows || stored.rows.length + list.rows.length === 0)
  if (!isFrozen && !isSame) setStored({ inputKey, rows: list.rows })
  const rows = isFrozen ? stored.rows.map((row) => rowByKey.get(keyOf(row)) ?? row) : list.rows
  return {
    list: isFrozen ? { ...list, rows, phase: 'rows' } : list,
    added: isFrozen ? list.rows.filter((row) => !shown_keys.includes(keyOf(row))).length : 0,
    removed: isFrozen ? shown_keys.filter((key) => !rowByKey.has(key)).length : 0,
    show: () => setStored({ inputKey, rows: list.rows }),
    touch: () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setTouched(false), freeze_ms)
      setTouched(true)
    },
  }
}

/** The element around the rows, which reports movements over them. */
export function SteadyFrame({ touch, children }: { touch: () => void; children: ReactNode }) {
  return (
    // The element only listens, so it needs no role and no focus.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={css.frame} onPointerMove={touch} onKeyDown={touch}>
      {children}
    </div>
  )
}

/** The button that says how many rows are new or gone and shows them. It stands outside the table, so that it does not move the rows. */
export function LiveNews({ rows, noun }: { rows: SteadyRows<never> | SteadyRows<object>; noun: string }) {
  const { added, removed, show } = rows
  if (added === 0 && removed === 0) return null
  const label = added > 0 ? `Có ${added} ${noun} mới` : `${removed} ${noun} không còn ở đây`
  return (
    <Button size="sm" icon="refresh" onClick={show}>
      {label}
    </Button>
  )
}
