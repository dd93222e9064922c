/** The input of a call among all that came with its request, and what came besides. Apart from wire.ts: the browser need not know. */
import { defOf, shapeOf, unwrap } from './schema.ts'
import type * as z from 'zod/mini'
import { unknownFields } from './wire.ts'

type Schema = z.core.$ZodType

/**
 * What the API's clients send beside a call's own fields. None of it is believed: who asks is known from the session, and where from by the
 * connection. A call that has a field of this name reads it.
 */
export const companions: readonly string[] = [
  'channel',
  'transid',
  'ip',
  'user_id',
  'UserID',
  'create_by',
  'created_by',
  'update_by',
  'updated_by',
]

/** The input as it was given for the call, and the names beside it for which the call has no field. */
export function inputIn(
  { within, input }: { within: string | null; input: Schema },
  given: Record<string, unknown>,
): { raw: unknown; unknown: Record<string, string> } {
  const own = shapeOf(input)
  const isKnown = (name: string) => companions.includes(name) || (within === null && Object.hasOwn(own, name))
  const beside = Object.keys(given).filter((name) => name !== within && !isKnown(name))
  const raw = within === null ? given : (given[within] ?? {})
  const inside = within === null ? ownOf(given, own) : raw
  return { raw, unknown: { ...unknownFields({ path: [], keys: beside }), ...unknownWithin(input, inside, []) } }
}

function ownOf(given: Record<string, unknown>, own: Record<string, Schema>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(own, name)))
}

/** The names in the value, however deep, for which its schema has no field: `{ tickets: 'Dòng 2: không có trường gia' }`. */
function unknownWithin(schema: Schema, value: unknown, path: PropertyKey[]): Record<string, string> {
  if (value === null || typeof value !== 'object') return {}
  const { type, element } = defOf(unwrap(schema))
  if (type === 'array' && Array.isArray(value)) {
    return merged(value.map((one, index) => unknownWithin(element!, one, [...path, index])))
  }
  if (type !== 'object' || Array.isArray(value)) return {}
  const shape = shapeOf(schema)
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(shape, name))
  const deeper = Object.entries(shape).map(([name, field]) =>
    unknownWithin(field, (value as Record<string, unknown>)[name], [...path, name]),
  )
  return { ...merged(deeper), ...unknownFields({ path, keys: unknown }) }
}

/** The first sentence of each field stands. */
function merged(found: Record<string, string>[]): Record<string, string> {
  return Object.assign({}, ...found.toReversed()) as Record<string, string>
}
