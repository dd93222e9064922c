/** Extracts a call's input from a request and finds unknown fields. Apart from wire.ts, because only the server needs it. */
import { defOf, shapeOf, unwrap } from './schema.ts'
import type * as z from 'zod/mini'
import { unknownFields } from './wire.ts'

type Schema = z.core.$ZodType

/**
 * Fields that existing API clients send with every call. They are ignored: user and address come from session and connection. A call that declares a
 * field of this name does read it.
 */
export const ignored_fields: readonly string[] = [
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

/** The raw input of the call in a request, and messages for the fields that the call does not have. */
export function inputIn(
  { within, input }: { within: string | null; input: Schema },
  request: Record<string, unknown>,
): { raw: unknown; unknown: Record<string, string> } {
  const shape = shapeOf(input)
  const isKnown = (name: string) => ignored_fields.includes(name) || (within === null && Object.hasOwn(shape, name))
  const unknownNames = Object.keys(request).filter((name) => name !== within && !isKnown(name))
  const raw = within === null ? request : (request[within] ?? {})
  const fields = within === null ? fieldsIn(request, shape) : raw
  return { raw, unknown: { ...unknownFields({ path: [], keys: unknownNames }), ...unknownWithin(input, fields, []) } }
}

function fieldsIn(request: Record<string, unknown>, shape: Record<string, Schema>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(request).filter(([name]) => Object.hasOwn(shape, name)))
}

/** Messages for unknown fields at any depth: `{ tickets: 'Dòng 2: không có trường gia' }`. */
function unknownWithin(schema: Schema, value: unknown, path: PropertyKey[]): Record<string, string> {
  if (value === null || typeof value !== 'object') return {}
  const { type, element } = defOf(unwrap(schema))
  if (type === 'array' && Array.isArray(value)) {
    return mergedMessages(value.map((item, index) => unknownWithin(element!, item, [...path, index])))
  }
  if (type !== 'object' || Array.isArray(value)) return {}
  const shape = shapeOf(schema)
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(shape, name))
  const deeper = Object.entries(shape).map(([name, field]) =>
    unknownWithin(field, (value as Record<string, unknown>)[name], [...path, name]),
  )
  return { ...mergedMessages(deeper), ...unknownFields({ path, keys: unknown }) }
}

/** Merges messages; the first one of each field is kept. */
function mergedMessages(messages_by_field: Record<string, string>[]): Record<string, string> {
  return Object.assign({}, ...messages_by_field.toReversed()) as Record<string, string>
}
