/** Encodes, decodes and validates inputs: in the query of a GET, where everything is text, or in a JSON body. */
import * as z from 'zod/mini'
import type { ErrorName } from './errors.ts'
import { messages } from './messages.ts'
import { unwrap, defOf, infoOf, shapeOf } from './schema.ts'

type Schema = z.core.$ZodType

/** `channel` and `transid` (the idempotency key) are sent with every call. */
export const channel = 'CMS'
export const transid_pattern = /^[A-Za-z0-9_-]{8,64}$/
/** Header of a write: for how many milliseconds the person has waited since the click. For traces and the log. */
export const waited_header = 'x-waited-ms'

/** Maximum size of a file in a multipart form. */
export const max_file_bytes = 8 * 1024 * 1024

/** Maximum size of a file that is a call's body. */
export const max_stream_bytes = 50 * 1024 * 1024

/** Query parameters of an input: lists are joined by commas, empty values left out. */
export function toQuery(input: Record<string, unknown>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null || value === '') continue
    query.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  return query
}

/** Converts query or path parameters to the types of the schema; texts that do not convert are left for validation to refuse. */
export function fromQuery(schema: Schema, raw: Record<string, unknown>): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(shapeOf(schema))) {
    if (raw[name] !== undefined && raw[name] !== '') values[name] = fromText(unwrap(field), raw[name])
  }
  return values
}

function fromText(schema: Schema, value: unknown): unknown {
  const def = defOf(schema)
  if (def.type === 'array') {
    const parts = Array.isArray(value) ? value : String(value).split(',')
    return parts.map((part) => fromText(unwrap(def.element!), part))
  }
  if (typeof value !== 'string') return value
  const numeric =
    def.type === 'number' || (def.type === 'literal' && def.values!.every((literal) => typeof literal === 'number'))
  if (numeric && /^-?\d{1,15}$/.test(value)) return Number(value)
  if (def.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

/** The body of a call with this input. */
export function toBody(call: { within: string | null }, input: Record<string, unknown>): Record<string, unknown> {
  return call.within === null ? input : { [call.within]: input }
}

export type CheckResult<T> = { ok: true; value: T } | { ok: false; error: ErrorName; fields: Record<string, string> }

/**
 * Validates an input, for the server and for forms. An empty text in an optional field counts as missing. The error is that of the field's kind (an
 * invalid phone number: 6) where only such rules are broken, else request_invalid.
 */
export function check<S extends z.ZodMiniType>(schema: S, raw: unknown): CheckResult<z.output<S>> {
  const result = z.safeParse(schema, withoutBlanks(schema, raw))
  if (result.success) return { ok: true, value: result.data }
  const fields: Record<string, string> = {}
  const names = new Set<ErrorName>()
  const shape = shapeOf(schema)
  for (const issue of result.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      Object.assign(fields, unknownFields(issue))
      names.add('request_invalid')
      continue
    }
    const field = issue.path.length === 0 ? '' : String(issue.path[0])
    const is_blank = issue.path.length > 0 && isBlank(valueAt(raw, issue.path))
    fields[field] ??= `${linePrefix(schema, issue.path)}${is_blank ? messages.required : issue.message}`
    const info = shape[field] && infoOf(shape[field])
    names.add(info?.error && issue.code === 'invalid_format' && !is_blank ? info.error : 'request_invalid')
  }
  const [single_name] = names
  return { ok: false, error: names.size === 1 ? single_name! : 'request_invalid', fields }
}

/** Whether the value is empty; then the message is 'required', whatever the rule. */
function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], raw)
}

/** For an error within a list, its line and field: 'Dòng 2, Dãy số: '. */
function linePrefix(schema: Schema, [field, line, part]: readonly PropertyKey[]): string {
  if (typeof line !== 'number') return ''
  const { element } = defOf(unwrap(shapeOf(schema)[String(field)]!))
  const lineField = part === undefined || !element ? undefined : shapeOf(element)[String(part)]
  const label = lineField ? (infoOf(lineField)?.label ?? String(part)) : null
  return `Dòng ${line + 1}${label === null ? '' : `, ${label}`}: `
}

/** How many unknown fields are listed at most. */
const max_listed_fields = 10

/** Messages for unknown fields; within a list with the line. */
export function unknownFields({ path, keys }: { path: PropertyKey[]; keys: string[] }): Record<string, string> {
  if (keys.length === 0) return {}
  const names = keys.slice(0, max_listed_fields).map((key) => key.slice(0, 50))
  const [list, line] = path
  if (list === undefined) return Object.fromEntries(names.map((key) => [key, messages.unknown]))
  const where = typeof line === 'number' ? `Dòng ${line + 1}: ` : ''
  return { [String(list)]: `${where}không có trường ${names.join(', ')}` }
}

function withoutBlanks(schema: Schema, raw: unknown): unknown {
  if (raw === null || typeof raw !== 'object' || Array.isArray(raw)) return raw
  const shape = shapeOf(schema)
  // hasOwn, because a name like 'constructor' is on every object.
  const optional = (name: string) =>
    Object.hasOwn(shape, name) && ['optional', 'nullable'].includes(defOf(shape[name]!).type)
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [name, value === '' && optional(name) ? null : value]),
  )
}
