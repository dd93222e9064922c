/** A live list under somebody's hand: rows are refreshed where they stand, and what would move them waits until it is asked for. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '#web/ui/action/button.tsx'
import type { List } from '#web/list/use-list.ts'
import css from './rows.module.css'

/** For so long after the last movement over the rows somebody is about to do something there. */
const hand_ms = 8_000

export interface SteadyRows<Row extends object> {
  list: List<Row>
  /** How many rows have come that are not shown yet, and how many that are shown have gone. */
  come: number
  gone: number
  /** Shows the rows as they are now. */
  show: () => void
  /** Told of every movement over the rows. */
  touch: () => void
}

export function useSteadyRows<Row extends object>(list: List<Row>, keyOf: (row: Row) => number): SteadyRows<Row> {
  const inputKey = JSON.stringify(list.input)
  const [kept, keep] = useState({ inputKey, rows: list.rows })
  const [touched, setTouched] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const now = new Map(list.rows.map((row) => [keyOf(row), row]))
  const before = kept.rows.map(keyOf)
  const moves = before.some((key, at) => list.rows[at] === undefined || keyOf(list.rows[at]) !== key)
  const holds = touched && moves && kept.inputKey === inputKey && list.phase !== 'loading' && list.phase !== 'failed'
  // Before anything is there, no rows are another array each time.
  const same = kept.inputKey === inputKey && (kept.rows === list.rows || kept.rows.length + list.rows.length === 0)
  if (!holds && !same) keep({ inputKey, rows: list.rows })
  const rows = holds ? kept.rows.map((row) => now.get(keyOf(row)) ?? row) : list.rows
  return {
    list: holds ? { ...list, rows, phase: 'rows' } : list,
    come: holds ? list.rows.filter((row) => !before.includes(keyOf(row))).length : 0,
    gone: holds ? before.filter((key) => !now.has(key)).length : 0,
    show: () => keep({ inputKey, rows: list.rows }),
    touch: () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setTouched(false), hand_ms)
      setTouched(true)
    },
  }
}

export function SteadyFrame({ touch, children }: { touch: () => void; children: ReactNode }) {
  return (
    // It does nothing with what it hears, so nobody has to reach it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={css.frame} onPointerMove={touch} onKeyDown={touch}>
      {children}
    </div>
  )
}

/** Says what waits to be shown; nothing while the rows are as they are. It stands outside of the rows, so that they stay where they are. */
export function LiveNews({ rows, noun }: { rows: SteadyRows<never> | SteadyRows<object>; noun: string }) {
  const { come, gone, show } = rows
  if (come === 0 && gone === 0) return null
  const words = come > 0 ? `Có ${come} ${noun} mới` : `${gone} ${noun} không còn ở đây`
  return (
    <Button size="sm" icon="refresh" onClick={show}>
      {words}
    </Button>
  )
}
