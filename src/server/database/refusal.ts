/** Translates errors of PostgreSQL into the errors of the contract. */
import { errors, Failure, type ErrorName } from '#contract/errors.ts'
import { connection_fault } from './connection-fault.ts'
import { sqlState } from './transaction.ts'

const constraint_violations = new Set(['23001', '23503', '23505', '23514', '23P01'])

/**
 * The error that a violated constraint is named after (`app_user__phone_exists` → phone_exists), when the call declares it.
 * Any other violation is a fault of ours and stays one.
 */
export function constraintError(error: unknown, declared: readonly ErrorName[]): ErrorName | null {
  if (!constraint_violations.has(sqlState(error) ?? '')) return null
  const name = String((error as { constraint?: string }).constraint ?? '').split('__')[1]
  return declared.find((candidate) => candidate === name) ?? null
}

/**
 * The field of the input whose id is of no row, for references that the database named by itself (`app_user_schedule_id_fkey`): the
 * client sent it, so it is a refusal and no fault of ours.
 */
export function danglingField(error: unknown, fields: Readonly<Record<string, unknown>>): string | null {
  const { constraint, table, detail } = error as { constraint?: string; table?: string; detail?: string }
  // Deleting a row that others still refer to has the same code.
  if (sqlState(error) !== '23503' || !detail?.includes('is not present')) return null
  return Object.keys(fields).find((name) => constraint === `${table}_${name}_fkey`) ?? null
}

const connection_names = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** What pg says when its connection broke; 'not queryable' comes from the roll-back on the broken connection. */
const broken_messages = /Connection terminated|is not queryable/
/** No connection of the pool was free in time. */
export function isPoolFull(error: unknown): boolean {
  return ((error as Error | null)?.message ?? '').includes('timeout exceeded when trying to connect')
}

/** Whether the connection broke or could not be opened: the database is away. */
export function isConnectionLost(error: unknown): boolean {
  // Recognised by name, because the job queue passes on copies of errors.
  if ((error as Error | null)?.name === connection_fault) return true
  // 57P0x: PostgreSQL is shutting down, has crashed, or is starting.
  if (/^(08|57P0)/.test(sqlState(error) ?? '')) return true
  const { code, syscall, message } = (error ?? {}) as NodeJS.ErrnoException
  // Failing to connect is a ConnectionFault; ECONNRESET of a mail server or gateway has nothing to do with the database.
  const is_broken = connection_names.has(code ?? '') && (syscall === 'read' || syscall === 'write')
  return is_broken || broken_messages.test(message ?? '')
}

/** Whether the database is away, full or too slow right now, so that the same call may succeed later. */
export function isTransient(error: unknown): boolean {
  if (isConnectionLost(error)) return true
  const state = sqlState(error) ?? ''
  // 40 still in conflict after all retries, 55P03 lock timeout, 57 cancelled, 25P03 idle.
  if (/^(40|57)/.test(state) || state === '55P03' || state === '25P03') return true
  const { code } = (error ?? {}) as { code?: string }
  return connection_names.has(code ?? '') || isPoolFull(error) || isOutOfRoom(error)
}

/** PostgreSQL's code where its disk is full. */
export const disk_full = '53100'

/** The database's disk, memory or connections, or the disk that uploaded files are kept on. */
function isOutOfRoom(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code
  return code === 'ENOSPC' || code === 'EDQUOT' || (sqlState(error)?.startsWith('53') ?? false)
}

/** The sentence for a passing fault of the database. */
export function transientFailure(error: unknown): Failure {
  if (isOutOfRoom(error)) {
    return new Failure({
      code: errors.system_busy[0],
      message: 'Máy chủ đã hết tài nguyên lưu trữ hoặc bộ nhớ. Chưa có gì được ghi. Vui lòng báo quản trị viên.',
    })
  }
  return new Failure('system_busy')
}
