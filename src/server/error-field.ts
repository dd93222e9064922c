/** Which field of a call an error of the catalogue belongs to. */
import type * as z from 'zod/mini'
import { errors, type ErrorName } from '#contract/errors.ts'
import { shapeOf } from '#contract/schema.ts'

/** The field at which a form shows this error; undefined when the call has no such field, and the form shows it on top. */
export function fieldOf(schema: z.core.$ZodType, error: ErrorName): string | undefined {
  const [, , name] = errors[error] as readonly [number, string, string?]
  return name !== undefined && name in shapeOf(schema) ? name : undefined
}
