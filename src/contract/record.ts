/** Declares a record that people create, change and delete: from its fields, the schemas that its calls need. */
import * as z from 'zod/mini'
import type { ErrorName } from './errors.ts'
import { id, moment, partial, seenVersion, text } from './fields.ts'

type Fields = Record<string, z.ZodMiniType>
/** A field in an answer, without the default that it has in inputs. */
type AnswerField<S> =
  S extends z.ZodMiniPrefault<infer I extends z.ZodMiniType> ? I : S extends z.ZodMiniType ? S : never
type AnsweredFields<F extends Fields> = { [N in keyof F]: AnswerField<F[N]> }

const change_fields = {
  created_by_name: z.nullable(text('Người tạo', 100)),
  created_at: moment('Ngày tạo'),
  updated_by_name: z.nullable(text('Người cập nhật', 100)),
  updated_at: z.nullable(moment('Ngày cập nhật')),
  version: id('Phiên bản'),
}

/**
 * `record('banner', 'banner_id', { title: text('Tiêu đề', 100), … })`: the table, its key, and the fields that people fill in. Fields of some answers
 * only are added there: `z.object({ ...Banner.Row.shape, vendors: … })`.
 *
 * - `Draft`: a new record. `Change`: its key, the version that was seen (see seenVersion), and the fields to change; missing fields stay as they are.
 * - `Row`: as in lists and details, with who created and changed it and when, and its version. `Key`: the key alone.
 * - `conflicts`: errors of a change, in addition to those of the fields.
 */
export function record<const T extends string, const K extends string, F extends Fields>(table: T, key: K, fields: F) {
  const keyed = <S extends z.ZodMiniType>(schema: S) => ({ [key]: schema }) as { [N in K]: S }
  const row_fields = Object.fromEntries(
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
    Change: z.object({ ...partial(row_fields), ...keyed(id()), version: seenVersion() }),
    Row: z.object({ ...keyed(id('STT')), ...row_fields, ...change_fields }),
    Key: z.object(keyed(id())),
    conflicts: ['not_found', 'changed_by_other'] as const satisfies readonly ErrorName[],
  }
}
