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

/** The values of a new record: those that are given, and what a field stands for when it is left out, so that nobody is surprised by it. */
export function blankOf(call: Call, blank: Values = {}): Values {
  const usual = Object.entries(shapeOf(call.input)).flatMap(([name, schema]) => {
    const def = defOf(schema) as ReturnType<typeof defOf> & { defaultValue?: unknown }
    return def.type === 'prefault' ? [[name, def.defaultValue] as const] : []
  })
  return valuesOf(call, { ...Object.fromEntries(usual), ...blank })
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
  return own || takesNothing(schema)
}

/** Whether nothing is a value of the field: only then 'Không chọn' is offered. */
export function takesNothing(schema: z.core.$ZodType): boolean {
  return z.safeParse(schema as z.ZodMiniType, null).success
}

/** What is sent for a new record: what has a value. */
export function newInput(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => plain(value) !== null))
}

/**
 * What is sent for a change: of the fields that may be left out only those that differ, so that a save carries no copy of the rest. The
 * version that was seen goes along always: what is written here is never the last word over somebody else's.
 */
export function changeInput(call: Call, base: Values, values: Values): Values {
  const shape = shapeOf(call.input)
  const changed = changesOf(base, values)
  const goes = (name: string) => name === 'version' || name in changed || !isOptional(shape[name]!)
  const sent = Object.entries(values).filter(([name]) => shape[name] && goes(name))
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
