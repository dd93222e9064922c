/** The values of a form against those of its record: what is filled in, what was changed, what is sent. Pure. */
import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { defOf, infoOf, isOptional, shapeOf } from '#contract/schema.ts'

export type Values = Record<string, unknown>

/** The input's field that names the record: user_id, group_id, banner_id. */
export function recordKey(call: Call): string | undefined {
  return Object.entries(shapeOf(call.input)).find(
    ([name, schema]) => name !== 'version' && infoOf(schema)?.kind === 'id' && !isOptional(schema),
  )?.[0]
}

/** The row's values under the names of the call's input; `filled` has those that are not simply fields of the same names. */
export function valuesOf(call: Call, row: object, filled: Values = {}): Values {
  const own = row as Values
  const names = Object.keys(shapeOf(call.input))
  return Object.fromEntries(names.map((name) => [name, (name in filled ? filled[name] : own[name]) ?? null]))
}

export function blankOf(call: Call, blank: Values = {}): Values {
  return valuesOf(call, blank)
}

/** An empty text and nothing are the same to a person. */
export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(plain(a)) === JSON.stringify(plain(b))
}

function plain(value: unknown): unknown {
  return value === '' || value === undefined ? null : value
}

/** The fields whose values differ from the base. */
export function changesOf(base: Values, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(value, base[name])))
}

/** Whether a person may leave the field empty: it takes nothing, or has a value of its own for that. */
export function mayBeEmpty(schema: z.core.$ZodType): boolean {
  const own = ['prefault', 'default'].includes(defOf(schema).type) || infoOf(schema)?.kind === 'list'
  return own || z.safeParse(schema as z.ZodMiniType, null).success
}

/** What is sent for a new record: what has a value. */
export function newInput(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => plain(value) !== null))
}

/** What is sent for a change: of the fields that may be left out only those that differ, so that a save carries no copy of the rest. */
export function changeInput(call: Call, base: Values, values: Values): Values {
  const shape = shapeOf(call.input)
  const changed = changesOf(base, values)
  const sent = Object.entries(values).filter(([name]) => shape[name] && (name in changed || !isOptional(shape[name])))
  return Object.fromEntries(sent.map(([name, value]) => [name, plain(value)]))
}

/** How two people's changes of one field meet. */
export interface Meeting {
  name: string
  base: unknown
  mine: unknown
  theirs: unknown
  /** Whose value stands without asking; null when both changed it, so that only a person can decide. */
  stands: 'mine' | 'theirs' | null
}

/** The fields in which my values and the others' differ now, given what both started from. */
export function meet(base: Values, mine: Values, theirs: Values): Meeting[] {
  return Object.keys(mine)
    .filter((name) => name !== 'version' && !same(mine[name], theirs[name]))
    .map((name) => {
      const others = { name, base: base[name], mine: mine[name], theirs: theirs[name] }
      if (same(theirs[name], base[name])) return { ...others, stands: 'mine' }
      return { ...others, stands: same(mine[name], base[name]) ? 'theirs' : null }
    })
}

/** A row says the name of what its number stands for beside it: partner_id and partner_name. */
export function nameInRow(
  row: object | null,
  name: string,
  value: unknown,
): { value: string | number; label: string }[] {
  const label = (row as Values | null)?.[name.replace(/_(id|code)$/, '_name')]
  const named = (typeof value === 'number' || typeof value === 'string') && typeof label === 'string' && value !== ''
  return named && label !== value ? [{ value, label }] : []
}
