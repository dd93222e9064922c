/** A bulk action's two halves: the dry run and the run decide by the same function, so that their numbers are the same. */
import { createHash } from 'node:crypto'
import type { z } from 'zod/mini'
import type { BulkReport } from '#contract/bulk.ts'
import { errors, type ErrorName, type Refusal } from '#contract/errors.ts'
import type { Fail } from '#server/fail.ts'

export function refusal<E extends ErrorName>(error: E, message: string = errors[error][1]): Refusal<E> {
  return { error, message }
}

interface Row {
  id: number
  label: string
  /** đồng, where the rows are of money. */
  amount?: number
  /** What is unusual about it, for whoever approves. */
  signals?: string[]
  /** Where the run must find the rows as the dry run saw them. */
  version?: number
}

/** Refused when nothing was chosen, or the chosen rows are not as many as the person saw. */
export function assertSameCount(
  found: number,
  expected: number,
  fail: Fail<'changed_by_other' | 'request_invalid'>,
): void {
  if (expected === 0) fail('request_invalid', { message: 'Chưa chọn dòng nào.' })
  if (found === expected) return
  fail('changed_by_other', {
    message: `Danh sách đã thay đổi: nay có ${found} dòng thay vì ${expected}. Chưa có gì được thực hiện, hãy xem lại danh sách.`,
  })
}

/** Stands for these rows with the versions that they have now. */
function markOf(rows: readonly Row[]): string {
  return createHash('sha256')
    .update(rows.map(({ id, version }) => `${id}:${version}`).join())
    .digest('hex')
}

/** Refused when a row was changed after the person looked at what would be done. */
export function assertSameVersions(
  rows: readonly Row[],
  seen: string | null | undefined,
  fail: Fail<'changed_by_other'>,
): void {
  if (seen == null || seen === markOf(rows)) return
  fail('changed_by_other', { message: 'Có dòng vừa được sửa sau khi bạn xem. Chưa có gì được thực hiện, hãy xem lại.' })
}

/** What a caller named and nobody, or not they, can see. */
interface UnknownRow extends Row {
  unknown: Refusal
}

/** The rows that a caller named by their numbers, in the order of these; of one that is not there only the number. */
export function namedRows<R extends Row>(
  ids: readonly number[],
  found: readonly R[],
  unknown: Refusal,
): (R | UnknownRow)[] {
  const known = new Map(found.map((row) => [row.id, row]))
  return ids.toSorted((a, b) => a - b).map((id) => known.get(id) ?? { id, label: String(id), unknown })
}

type Report = z.input<typeof BulkReport>

/** Decided for a row that is approved now and done once a second person has approved it too. */
export const second_person = Symbol('second person')

/** Decides row by row, and in a run acts; tells what became of each and, of rows with versions, the mark of what was seen. */
export async function runBulk<R extends Row>(
  rows: readonly (R | UnknownRow)[],
  decide: (row: R) => Promise<Refusal | string | null | typeof second_person>,
): Promise<Report> {
  const report: Report = { done: 0, skipped: 0, rows: [] }
  if (rows.every(({ version }) => version !== undefined)) report.seen = markOf(rows)
  for (const row of rows) {
    const decided = 'unknown' in row ? row.unknown : await decide(row)
    const outcome = decided === null ? 'done' : decided === second_person ? 'waiting' : 'skipped'
    const refused = decided === second_person ? null : decided
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

/** In a batch a draw that is not open yet has a number of its own. */
function codeOf(error: ErrorName): number {
  return errors[error === 'period_without_result' ? 'period_not_opened' : error][0]
}
