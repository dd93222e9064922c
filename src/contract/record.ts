/** A record that people create, change and delete: its fields once, and every shape that its calls need. */
import * as z from 'zod/mini'
import type { ErrorName } from './errors.ts'
import { id, moment, partial, seenVersion, text } from './fields.ts'

type Fields = Record<string, z.ZodMiniType>
/** What is answered has its value: a field's default belongs to what is sent. */
type Answered<S> = S extends z.ZodMiniPrefault<infer I extends z.ZodMiniType> ? I : S extends z.ZodMiniType ? S : never
type AnsweredFields<F extends Fields> = { [N in keyof F]: Answered<F[N]> }

const stamps = {
  created_by_name: z.nullable(text('Người tạo', 100)),
  created_at: moment('Ngày tạo'),
  updated_by_name: z.nullable(text('Người cập nhật', 100)),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
}

/**
 * `record('banner', 'banner_id', { title: text('Tiêu đề', 100), … })`: the table, its key, and the fields that people fill in. What only some
 * answers have is added where they are declared: `z.object({ ...Banner.Row.shape, vendors: … })`.
 *
 * - `Draft`: a new record. `Change`: its key, the version that was seen (without one it is the last word), and the fields that change; what is left out stays.
 * - `Row`: as lists and details show it, with who made and changed it, when, and its version. `Key`: the key alone.
 * - `conflicts`: what a change may be refused with, beside the fields' own errors.
 */
export function record<const T extends string, const K extends string, F extends Fields>(table: T, key: K, fields: F) {
  const named = <S extends z.ZodMiniType>(schema: S) => ({ [key]: schema }) as { [N in K]: S }
  const answered = Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [
      name,
      schema instanceof z.ZodMiniPrefault ? schema.def.innerType : schema,
    ]),
  ) as AnsweredFields<F>
  return {
    table,
    key,
    fields,
    Draft: z.object(fields),
    Change: z.object({ ...partial(answered), ...named(id()), version: seenVersion() }),
    Row: z.object({ ...named(id('STT')), ...answered, ...stamps }),
    Key: z.object(named(id())),
    conflicts: ['not_found', 'changed_by_other'] as const satisfies readonly ErrorName[],
  }
}
