/** Bulk actions: the dry run and the run decide by the same function, so that their numbers agree. */
import { createHash } from 'node:crypto'
import type { z } from 'zod/mini'
import type { BulkReport } from '#contract/bulk.ts'
import { errors, type ErrorName, type Refusal } from '#contract/errors.ts'
import type { Fail } from '#server/fail.ts'

/** A refusal with this message, else with the message of the error catalogue. */
export function refusal<E extends ErrorName>(error: E, message: string = errors[error][1]): Refusal<E> {
  return { error, message }
}

interface Row {
  id: number
  label: string
  /** The row's amount in đồng, where rows are about money. */
  amount?: number
  /** Warnings for the person who approves. */
  signals?: string[]
  /** The row's version, where the run must find it as the dry run saw it. */
  version?: number
}

/** Refuses when nothing was chosen, or when the number of chosen rows differs from what the person saw. */
export function assertSameCount(
  found_count: number,
  expected: number,
  fail: Fail<'changed_by_other' | 'request_invalid'>,
): void {
  if (expected === 0) fail('request_invalid', { message: 'Chưa chọn dòng nào.' })
  if (found_count === expected) return
  fail('changed_by_other', {
    message: `Danh sách đã thay đổi: nay có ${found_count} dòng thay vì ${expected}. Chưa có gì được thực hiện, hãy xem lại danh sách.`,
  })
}

/** A mark of these rows in their present versions. */
function markOf(rows: readonly Row[]): string {
  return createHash('sha256')
    .update(rows.map(({ id, version }) => `${id}:${version}`).join())
    .digest('hex')
}

/** Refuses when a row was changed after the person saw the dry run. */
export function assertSameVersions(
  rows: readonly Row[],
  seen_mark: string | null | undefined,
  fail: Fail<'changed_by_other'>,
): void {
  if (seen_mark == null || seen_mark === markOf(rows)) return
  fail('changed_by_other', { message: 'Có dòng vừa được sửa sau khi bạn xem. Chưa có gì được thực hiện, hãy xem lại.' })
}

/** A requested row that does not exist or is outside the person's scope. */
interface UnknownRow extends Row {
  unknown: Refusal
}

/** The requested rows in the order of their numbers; for one that was not found only the number. */
export function requestedRows<R extends Row>(
  ids: readonly number[],
  rows: readonly R[],
  unknown: Refusal,
): (R | UnknownRow)[] {
  const by_id = new Map(rows.map((row) => [row.id, row]))
  return ids.toSorted((a, b) => a - b).map((id) => by_id.get(id) ?? { id, label: String(id), unknown })
}

type Report = z.input<typeof BulkReport>

/** The decision for a row that this approval changes, but that is done only once a second person has approved it too. */
export const second_person = Symbol('second person')

/** Decides row by row, and in a run acts; reports each row's outcome and, for rows with versions, the mark of what was seen. */
export async function runBulk<R extends Row>(
  rows: readonly (R | UnknownRow)[],
  decide: (row: R) => Promise<Refusal | string | null | typeof second_person>,
): Promise<Report> {
  const report: Report = { done: 0, skipped: 0, rows: [] }
  if (rows.every(({ version }) => version !== undefined)) report.seen = markOf(rows)
  for (const row of rows) {
    const decision = 'unknown' in row ? row.unknown : await decide(row)
    const outcome = decision === null ? 'done' : decision === second_person ? 'waiting' : 'skipped'
    const refused = decision === second_person ? null : decision
    const { id, label, amount, signals } = row
    if (outcome === 'waiting') report.waiting = (report.waiting ?? 0) + 1
    else report[outcome]++
    if (outcome === 'done' && amount !== undefined) report.amount = (report.amount ?? 0) + amount
    if (outcome === 'waiting' && amount !== undefined) report.waiting_amount = (report.waiting_amount ?? 0) + amount
    report.rows.push({
      id,
      label,
      outcome,
      reason: typeof refused === 'object' ? (refused?.message ?? null) : refused,
      code: refused !== null && typeof refused === 'object' ? codeOf(refused.error) : null,
      ...(amount !== undefined && { amount }),
      ...(signals?.length && { signals }),
    })
  }
  return report
}

/** The error for a draw that is not open yet differs between a single call and a batch. */
function codeOf(error: ErrorName): number {
  return errors[error === 'period_without_result' ? 'period_not_opened' : error][0]
}
