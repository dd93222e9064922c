/** A contract's schema as JSON Schema: zod makes it, the field's label and look are added, and what says nothing is left out. */
import * as z from 'zod/mini'
import { infoOf, type FieldInfo } from '#contract/schema.ts'

/** The part of JSON Schema that our contracts need. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  title?: string
  description?: string
  format?: string
  pattern?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  writeOnly?: boolean
  additionalProperties?: boolean | Schema
}

export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const info = infoOf(zodSchema)
      if (info) Object.assign(jsonSchema, said(info, io))
    },
  })
  return tidy(made as Schema)
}

/** What every list has: said here, because it is the engine's own and no field of any contract. */
const list_words: Record<string, string> = {
  page_index: 'Trang, đếm từ 1',
  page_size: 'Số dòng mỗi trang',
  sort: 'Sắp xếp; dấu - đứng trước là giảm dần',
  items: 'Các dòng của trang',
  total_capped: 'Còn nhiều hơn số đã đếm',
  sums: 'Tổng cộng của mọi dòng khớp bộ lọc; null khi quá nhiều dòng để cộng',
}

/** What the contract knows of a field beyond its rule. */
function said({ kind, label, options }: FieldInfo, io: 'input' | 'output'): Schema {
  const choices = options?.map(({ value, label: name }) => `${value}: ${name}`).join(' · ')
  return {
    title: label,
    ...(choices && { description: choices }),
    ...(kind === 'day' && { format: 'date' }),
    ...(kind === 'moment' && { format: 'date-time' }),
    ...((kind === 'money' || kind === 'change') && { description: 'Số nguyên đồng' }),
    ...(kind === 'permille' && { description: 'Phần nghìn' }),
    ...(kind === 'rate' && { description: 'Phần vạn: 650 là 6,5 %' }),
    ...(kind === 'rich' && { description: 'HTML; chỉ giữ lại thẻ, cỡ chữ, màu và liên kết được phép' }),
    // What goes in is written as people type it; what comes out has one form.
    ...(kind === 'phone' && io === 'output' && { type: 'string', pattern: '^84[35789]\\d{8}$' }),
    ...(kind === 'password' && { format: 'password', ...(io === 'input' && { writeOnly: true }) }),
  }
}

/** Shorter words for the same rule: 'or null' as a second type, whole numbers as integers, no bounds or patterns that say nothing more. */
function tidy(schema: Schema): Schema {
  const { anyOf, items, properties, ...rest } = schema
  const [only, ...more] = (anyOf ?? []).filter(({ type }) => type !== 'null').map(tidy)
  const is_nullable = anyOf?.some(({ type }) => type === 'null')
  const merged: Schema =
    is_nullable && only?.type && more.length === 0
      ? { ...only, ...rest, type: [only.type, 'null'].flat(), ...(only.enum && { enum: [...only.enum, null] }) }
      : { ...rest, ...(anyOf && { anyOf: anyOf.map(tidy) }) }
  if (merged.format === 'date-time' || merged.format === 'date') delete merged.pattern
  if (merged.exclusiveMinimum === 0 && merged.type !== 'number') {
    delete merged.exclusiveMinimum
    merged.minimum = 1
  }
  if (merged.maximum === Number.MAX_SAFE_INTEGER) delete merged.maximum
  if (merged.minimum === Number.MIN_SAFE_INTEGER) delete merged.minimum
  if (merged.type === 'number' && merged.enum?.every(Number.isInteger)) merged.type = 'integer'
  if (items) merged.items = tidy(items)
  if (properties)
    merged.properties = Object.fromEntries(
      Object.entries(properties).map(([name, one]) => [name, titled(name, tidy(one))]),
    )
  return merged
}

function titled(name: string, schema: Schema): Schema {
  const title = schema.title ?? list_words[name]
  return title === undefined ? schema : { ...schema, title }
}

/** A query holds no null: what is absent is left out. */
export function withoutNull(schema: Schema): Schema {
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null')
  return {
    ...schema,
    ...(types.length > 0 && { type: types.length === 1 ? types[0]! : types }),
    ...(schema.enum && { enum: schema.enum.filter((value) => value !== null) }),
  }
}
