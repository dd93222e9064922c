/** Apart from the schemas, so that reading them does not bring the whole catalogue of errors into the browser. */
import type * as z from 'zod/mini'
import { errors, type ErrorName } from './errors.ts'
import { shapeOf } from './schema.ts'

/** Where an error is shown: at its own field when the call has one, else over the whole form. */
export function fieldOf(schema: z.core.$ZodType, error: ErrorName): string | undefined {
  const [, , name] = errors[error] as readonly [number, string, string?]
  return name !== undefined && name in shapeOf(schema) ? name : undefined
}
