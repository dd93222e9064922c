/** The program's log: one JSON line for each call or fault, with its transid, and without secrets. */
import pino, { type Logger } from 'pino'
import { StartError } from './start-error.ts'

/** Writes to the standard output from this level on: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. */
export function openLog(level: string): Logger {
  return pino({ level, serializers: { err: plainError } })
}

/** Logs only what describes the error: errors of the database driver contain their whole connection with its settings. A StartError is a message for
 * people and needs no stack. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, cause } = error
  const stack = error instanceof StartError ? undefined : error.stack
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown }
  return { name, message, code, constraint, table, stack, cause: cause === undefined ? undefined : plainError(cause) }
}
