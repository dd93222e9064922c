/** The metadata of schema fields (label, kind, options, error), which server and web read from the contract. */
import './zod-config.ts'
import * as z from 'zod/mini'
import type { ErrorName } from './errors.ts'

export type Kind =
  | 'id'
  | 'text'
  | 'note'
  | 'count'
  | 'money'
  | 'change'
  | 'permille'
  | 'rate'
  | 'day'
  | 'moment'
  | 'time'
  | 'rich'
  | 'phone'
  | 'email'
  | 'image'
  | 'link'
  | 'place'
  | 'password'
  | 'secret'
  | 'flag'
  | 'status'
  | 'choice'
  | 'list'

export type Tone = 'neutral' | 'green' | 'amber' | 'red' | 'blue'
export interface Option {
  readonly value: number | string
  readonly label: string
  readonly tone?: Tone
}

export interface FieldInfo {
  kind: Kind
  label: string
  /** The catalogue's error for a value that breaks this kind's rule; without it, request_invalid. */
  error?: ErrorName
  options?: readonly Option[]
  max?: number
  /** For pictures: the folder that they are uploaded to. */
  folder?: string
  /** Not stored in drafts, although shown: account numbers. */
  sensitive?: boolean
}

const registry = z.registry<FieldInfo>()

/** Attaches metadata to a schema. */
export function field<S extends z.core.$ZodType>(schema: S, info: FieldInfo): S {
  registry.add(schema, info)
  return schema
}

type Schema = z.core.$ZodType
interface Def {
  type: string
  innerType?: Schema
  in?: Schema
  element?: Schema
  shape?: Record<string, Schema>
  values?: unknown[]
}

/** What zod knows of a schema: its type and, by type, its parts. */
export function defOf(schema: Schema): Def {
  return schema._zod.def as unknown as Def
}

/** The schema inside optional, nullable and default wrappers, and before a transformation. */
export function unwrap(schema: Schema): Schema {
  const def = defOf(schema)
  if (def.type === 'pipe') return unwrap(def.in!)
  return def.innerType ? unwrap(def.innerType) : schema
}

/** The metadata of a field; looks inside optional, nullable and default wrappers. */
export function infoOf(schema: Schema): FieldInfo | undefined {
  const info = registry.get(schema)
  if (info) return info as FieldInfo
  const def = defOf(schema)
  if (def.innerType) return infoOf(def.innerType)
  return def.in ? infoOf(def.in) : undefined
}

/** Whether the field's value must not be stored in a draft. */
export function isSensitive(schema: Schema | undefined): boolean {
  const info = schema && infoOf(schema)
  return info?.kind === 'password' || info?.kind === 'secret' || info?.sensitive === true
}

/** The fields of an object schema by name; empty for any other schema. */
export function shapeOf(schema: Schema): Record<string, Schema> {
  return defOf(unwrap(schema)).shape ?? {}
}

/** The schema of one field; none for a name that every object inherits, such as 'constructor'. */
function fieldOf(shape: Record<string, Schema>, name: string): Schema | undefined {
  return Object.hasOwn(shape, name) ? shape[name] : undefined
}

/** Whether the field may be left out or null. */
export function isOptional(schema: Schema): boolean {
  return z.safeParse(schema as z.ZodMiniType, undefined).success || z.safeParse(schema as z.ZodMiniType, null).success
}

/** Whether the value must never be stored in plain text: passwords, numbers of prepaid cards. */
function isSecret(schema: Schema | undefined): boolean {
  const kind = schema && infoOf(schema)?.kind
  return kind === 'password' || kind === 'secret'
}

/** A value of this schema without its secrets at any depth. */
export function withoutSecrets(schema: Schema, value: unknown): unknown {
  const { element } = defOf(unwrap(schema))
  if (Array.isArray(value) && element)
    return isSecret(element) ? [] : value.map((item) => withoutSecrets(element, item))
  const shape = shapeOf(schema)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, child]) => ({ name, child, field_schema: fieldOf(shape, name) }))
      .filter(({ field_schema }) => !isSecret(field_schema))
      .map(({ name, child, field_schema }) => [name, field_schema ? withoutSecrets(field_schema, child) : child]),
  )
}

/**
 * A value of this schema without the fields that have what they are given when they are left out, at any depth: the same whether the client sent the
 * default, left the field out, or is of a version that did not have it.
 */
export function withoutDefaults(schema: Schema, value: unknown): unknown {
  const { element } = defOf(unwrap(schema))
  if (Array.isArray(value)) return element ? value.map((item) => withoutDefaults(element, item)) : value
  if (value === null || typeof value !== 'object') return value
  const shape = shapeOf(schema)
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, child]) => ({ name, child, field_schema: fieldOf(shape, name) }))
      .filter(({ child, field_schema }) => !field_schema || JSON.stringify(child) !== whenLeftOut(field_schema))
      .map(({ name, child, field_schema }) => [name, field_schema ? withoutDefaults(field_schema, child) : child]),
  )
}

const defaults = new WeakMap<Schema, { json: string | undefined }>()

/** What a field is when it is left out, as JSON; undefined where it has no value then, or must be given. */
function whenLeftOut(schema: Schema): string | undefined {
  let cached = defaults.get(schema)
  if (!cached) {
    const { data } = z.safeParse(schema as z.ZodMiniType, undefined)
    cached = { json: JSON.stringify(data) }
    defaults.set(schema, cached)
  }
  return cached.json
}

/** The secrets that `withoutSecrets` removes, in the schema's order; null for a missing one. */
export function secretsIn(schema: Schema, value: unknown): unknown[] {
  const { element } = defOf(unwrap(schema))
  if (element) {
    const rows: unknown[] = Array.isArray(value) ? value : []
    return isSecret(element) ? rows : rows.flatMap((row) => secretsIn(element, row))
  }
  const fields = (value ?? {}) as Record<string, unknown>
  return Object.entries(shapeOf(schema)).flatMap(([name, field_schema]) =>
    isSecret(field_schema) ? [fields[name] ?? null] : secretsIn(field_schema, fields[name]),
  )
}
