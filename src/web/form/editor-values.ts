/** Pure functions on form values: initial values of a record, changes, and what is sent. */
import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { defOf, infoOf, isOptional, shapeOf } from '#contract/schema.ts'

export type Values = Record<string, unknown>

/** The input field with the record's key: user_id, group_id, banner_id. */
export function recordKey(call: Call): string | undefined {
  return Object.entries(shapeOf(call.input)).find(
    ([name, schema]) => name !== 'version' && infoOf(schema)?.kind === 'id' && !isOptional(schema),
  )?.[0]
}

/** Form values of a row, by the fields of the call's input. `filled` has values that are not simply fields of the same names. */
export function valuesOf(call: Call, row: object, filled: Values = {}): Values {
  const fields = row as Values
  const names = Object.keys(shapeOf(call.input))
  return Object.fromEntries(names.map((name) => [name, (name in filled ? filled[name] : fields[name]) ?? null]))
}

/** Form values of a new record: the given ones, and the schema's defaults, so that the person sees what will be saved. */
export function blankOf(call: Call, blank: Values = {}): Values {
  const defaults = Object.entries(shapeOf(call.input)).flatMap(([name, schema]) => {
    const def = defOf(schema) as ReturnType<typeof defOf> & { defaultValue?: unknown }
    return def.type === 'prefault' ? [[name, def.defaultValue] as const] : []
  })
  return valuesOf(call, { ...Object.fromEntries(defaults), ...blank })
}

/** Whether two values are equal for a person: an empty text equals null. */
export function isSameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(emptyToNull(a)) === JSON.stringify(emptyToNull(b))
}

function emptyToNull(value: unknown): unknown {
  return value === '' || value === undefined ? null : value
}

/** The fields whose values differ from the base. */
export function changesOf(base: Values, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSameValue(value, base[name])))
}

/** Whether the field may be left empty: it accepts null, or has a default. */
export function mayBeEmpty(schema: z.core.$ZodType): boolean {
  const hasDefault = ['prefault', 'default'].includes(defOf(schema).type) || infoOf(schema)?.kind === 'list'
  return hasDefault || acceptsNull(schema)
}

/** Whether null is a value of the field; only then 'Không chọn' is offered. */
export function acceptsNull(schema: z.core.$ZodType): boolean {
  return z.safeParse(schema as z.ZodMiniType, null).success
}

/** The input that creates a record: the fields with a value. */
export function newInput(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => emptyToNull(value) !== null))
}

/**
 * The input that changes a record: optional fields only where they differ, so that a save does not overwrite others. The version is always sent,
 * so that the server can refuse when somebody else changed the record.
 */
export function changeInput(call: Call, base: Values, values: Values): Values {
  const shape = shapeOf(call.input)
  const changedValues = changesOf(base, values)
  const isSent = (name: string) => name === 'version' || name in changedValues || !isOptional(shape[name]!)
  const entries = Object.entries(values).filter(([name]) => shape[name] && isSent(name))
  return Object.fromEntries(entries.map(([name, value]) => [name, emptyToNull(value)]))
}

/** A field in which two people's values differ. */
export interface Difference {
  name: string
  base: unknown
  mine: unknown
  theirs: unknown
  /** Whose value is taken automatically, as only one changed it; null when both did, and the person has to decide. */
  winner: 'mine' | 'theirs' | null
}

/** The fields in which my values and those of the other person differ, given the base of both. */
export function compareChanges(base: Values, mine: Values, theirs: Values): Difference[] {
  return Object.keys(mine)
    .filter((name) => name !== 'version' && !isSameValue(mine[name], theirs[name]))
    .map((name) => {
      const values = { name, base: base[name], mine: mine[name], theirs: theirs[name] }
      if (isSameValue(theirs[name], base[name])) return { ...values, winner: 'mine' }
      return { ...values, winner: isSameValue(mine[name], base[name]) ? 'theirs' : null }
    })
}

/** The option of a value whose label is in the same row: partner_id with partner_name. */
export function nameInRow(
  row: object | null,
  name: string,
  value: unknown,
): { value: string | number; label: string }[] {
  const label = (row as Values | null)?.[name.replace(/_(id|code)$/, '_name')]
  const isNamed = (typeof value === 'number' || typeof value === 'string') && typeof label === 'string' && value !== ''
  return isNamed && label !== value ? [{ value, label }] : []
}
