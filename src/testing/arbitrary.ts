/** Generates inputs for a call from its own schema: valid ones, ones with a single broken field, and hostile ones. */
import fc from 'fast-check'
import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { isDay } from '#contract/fields.ts'
import { defOf, infoOf, shapeOf, type Kind } from '#contract/schema.ts'
import { hostile_texts, hostile_values } from './hostile.ts'

type Schema = z.core.$ZodType
type Values = Record<string, unknown>
/** Realistic values by field name, for example keys of existing rows and real passwords. */
export type Lures = Readonly<Record<string, readonly unknown[]>>

export interface GeneratedInput {
  sort: 'valid' | 'near' | 'hostile'
  input: Values
}

/** Arbitrary inputs for the call, 40 % of them valid. */
export function inputsOf(call: Call, lures: Lures = {}): fc.Arbitrary<GeneratedInput> {
  const valid = validInput(call, lures)
  const fields = Object.keys(shapeOf(call.input))
  const sorted = (sort: GeneratedInput['sort'], inputs: fc.Arbitrary<Values>) =>
    inputs.map((input) => ({ sort, input }))
  if (fields.length === 0) return sorted('hostile', fc.oneof(fc.constant({}), unknown_keys))
  return fc.oneof(
    { weight: 4, arbitrary: sorted('valid', valid) },
    { weight: 3, arbitrary: sorted('near', broken(valid, fields)) },
    { weight: 3, arbitrary: sorted('hostile', fc.tuple(hostileInput(fields), unknown_keys).map(merged)) },
  )
}

/** Inputs that the call's contract allows; `lures` are values that its fields take now and then. */
export function validInput(call: Call, lures: Lures = {}): fc.Arbitrary<Values> {
  return objectOf(call.input, lures) as fc.Arbitrary<Values>
}

/** A valid input with one field removed or replaced by a hostile value. */
function broken(valid: fc.Arbitrary<Values>, fields: string[]): fc.Arbitrary<Values> {
  const breaking = fc.tuple(valid, fc.constantFrom(...fields), fc.option(hostile))
  return breaking.map(([input, field, value]) => {
    const { [field]: _, ...rest } = input
    return value === null ? rest : { ...rest, [field]: value }
  })
}

function hostileInput(fields: string[]): fc.Arbitrary<Values> {
  return fc.record(Object.fromEntries(fields.map((field) => [field, hostile])), { requiredKeys: [] })
}

/** Merges by entries because a plain spread would lose a key named __proto__. */
function merged(parts: Values[]): Values {
  return Object.fromEntries(parts.flatMap((part) => Object.entries(part)))
}

function objectOf(schema: Schema, lures: Lures): fc.Arbitrary<unknown> {
  const fields = Object.entries(shapeOf(schema)).map(([name, field]) => {
    const value = valueOf(field, lures)
    const lure = lures[name] ?? []
    return [
      name,
      lure.length > 0 ? fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...lure) }, value) : value,
    ] as const
  })
  const object = fc.record(Object.fromEntries(fields))
  // A refinement of the object compares fields, for example two days that must be in order.
  const has_rule = (schema._zod.def.checks ?? []).length > 0
  return has_rule ? object.filter((value) => z.safeParse(schema, value).success) : object
}

/** Parts of a schema definition that fields.ts does not read. */
interface UnreadDef {
  entries?: Record<string, string>
  keyType?: Schema
  valueType?: Schema
}

function valueOf(schema: Schema, lures: Lures): fc.Arbitrary<unknown> {
  const def = defOf(schema) as ReturnType<typeof defOf> & UnreadDef
  switch (def.type) {
    case 'optional':
    case 'prefault':
      return fc.option(valueOf(def.innerType!, lures), { nil: undefined })
    case 'nullable':
      return fc.option(valueOf(def.innerType!, lures))
    case 'pipe':
      return valueOf(def.in!, lures)
    case 'object':
      return objectOf(schema, lures)
    case 'array':
      return arrayOf(schema, valueOf(def.element!, lures))
    case 'literal':
      return fc.constantFrom(...def.values!)
    case 'enum': {
      const names = Object.values(def.entries!)
      // The sort field of a list without sortable columns allows no value and has to be left out.
      return names.length > 0 ? fc.constantFrom(...names) : fc.constant(undefined)
    }
    case 'record':
      return fc.dictionary(textOf(def.keyType!), valueOf(def.valueType!, lures), { maxKeys: 5, noNullPrototype: true })
    case 'boolean':
      return fc.boolean()
    case 'number':
      return numberOf(schema)
    case 'string':
      return textOf(schema)
    default:
      throw new Error(`No values are known for a schema of type ${def.type}: teach arbitrary.ts`)
  }
}

interface Bounds {
  min: number
  max: number
  pattern: RegExp | null
}

/** The bounds that the schema's checks set: on the value of a number, or on the length of a text or a list. */
function boundsOf(schema: Schema): Bounds {
  const bounds: Bounds = { min: -Infinity, max: Infinity, pattern: null }
  for (const check of (schema._zod.def.checks ?? []) as z.core.$ZodCheck[]) {
    const rule = check._zod.def as {
      check: string
      value?: number
      inclusive?: boolean
      minimum?: number
      maximum?: number
      pattern?: RegExp
    }
    if (rule.check === 'greater_than') bounds.min = rule.value! + (rule.inclusive ? 0 : 1)
    if (rule.check === 'less_than') bounds.max = rule.value! - (rule.inclusive ? 0 : 1)
    if (rule.check === 'min_length') bounds.min = rule.minimum!
    if (rule.check === 'max_length') bounds.max = rule.maximum!
    if (rule.check === 'string_format') bounds.pattern = rule.pattern ?? null
  }
  return bounds
}

/** Favours small numbers, which are likely keys of existing rows, and the bounds, where off-by-one errors are. */
function numberOf(schema: Schema): fc.Arbitrary<number> {
  const { min, max } = boundsOf(schema)
  const [lowest, highest] = [Math.max(min, Number.MIN_SAFE_INTEGER), Math.min(max, Number.MAX_SAFE_INTEGER)]
  const low = Math.max(lowest, 0)
  const small = fc.integer({ min: low, max: Math.max(low, Math.min(highest, 12)) })
  return fc.oneof(
    { weight: 4, arbitrary: small },
    fc.constantFrom(lowest, highest),
    fc.integer({ min: lowest, max: highest }),
  )
}

function arrayOf(schema: Schema, element: fc.Arbitrary<unknown>): fc.Arbitrary<unknown[]> {
  const { min, max } = boundsOf(schema)
  return fc.array(element, { minLength: Math.max(0, min), maxLength: Math.min(5, max) })
}

const letters = fc.constantFrom(
  ...'aăâbcdđeêghiklmnoôơpqrstuưvxyáàảãạấầẩẫậốồổỗộớờởỡợứừửữựýỳỷỹỵ AĐƯƠ0123456789-_.,%&<>\'"\\/=+@😀',
)
const digits = fc.constantFrom(...'0123456789')
const name = fc.stringMatching(/^[a-z][a-z0-9]{2,9}$/)

const texts: Partial<Record<Kind, fc.Arbitrary<string>>> = {
  day: fc
    .oneof(
      fc
        .date({ min: new Date('1900-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
      fc.constantFrom('1900-01-01', '2024-02-29', '2000-02-29', '9999-12-31'),
    )
    .filter(isDay),
  moment: fc
    .date({ min: new Date('1900-01-02'), max: new Date('9999-12-30'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  phone: fc
    .tuple(
      fc.constantFrom('0', '84'),
      fc.constantFrom(...'35789'),
      fc.string({ unit: digits, minLength: 8, maxLength: 8 }),
    )
    .map((parts) => parts.join('')),
  email: fc.tuple(name, name).map(([user, host]) => `${user}@${host}.vn`),
}

/** Texts that are validated by a function instead of a pattern, by label. */
const labelled: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'Mã số thuế': fc.constantFrom('0300588569', '0300588569-001', '079204012345'),
  Dấu: fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 }),
  'Khóa công khai': fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => Buffer.from(bytes).toString('base64')),
}

function textOf(schema: Schema): fc.Arbitrary<string> {
  const info = infoOf(schema)
  const fixed = info && (texts[info.kind] ?? labelled[info.label])
  if (fixed) return fixed
  const { min, max, pattern } = boundsOf(schema)
  const size = { minLength: Math.max(min, 0), maxLength: Math.min(max, 200) }
  // A pattern that rejects Vietnamese letters describes an identifier; the other patterns only exclude control characters.
  if (pattern && !pattern.test('Ấ'))
    return fc.stringMatching(pattern, { maxLength: Math.min(max, 40) }).filter((text) => text.length >= size.minLength)
  // The text must still be long enough after trimming.
  return fc
    .string({ unit: letters, ...size })
    .filter((text) => text.trim().length >= size.minLength && text.normalize('NFC').length <= max)
}

export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...hostile_texts),
  fc.constantFrom(...hostile_values),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n }).map(String),
)

/** Unknown keys, some of which exist on Object.prototype. */
const unknown_keys: fc.Arbitrary<Values> = fc.oneof(
  fc.constant({}),
  fc
    .tuple(
      fc.constantFrom(
        '__proto__',
        'constructor',
        'prototype',
        'toString',
        'hasOwnProperty',
        '',
        'is_admin',
        'user_id',
        'version',
        'đ',
        '0',
      ),
      fc.oneof(fc.constant(''), hostile),
    )
    .map(([key, value]) => Object.fromEntries([[key, value]])),
)
