/** Acting on many rows at once: what was chosen, and what became of each. The list screen and the server speak of it in these words. */
import * as z from 'zod/mini'
import { most_bulk_rows } from './call.ts'
import { choice, count, flag, id, list, money, optional, orderId, text } from './fields.ts'

/**
 * The rows of a bulk action: the ticked ones by their keys, or everything that the list's filters match. `expected` is the number of rows
 * that the person saw; when the set has changed since, the action is refused and nothing happens.
 */
export function selection<F extends Record<string, z.ZodMiniType>>(filters: F, key: typeof id = id) {
  return {
    ids: optional(list('Dòng đã chọn', key(), most_bulk_rows)),
    filter: optional(z.object({ keyword: optional(text('Từ khóa', 100)), ...filters })),
    expected: count('Số dòng đã chọn', most_bulk_rows),
  }
}

/** What became of each row; in a dry run, what would. A row that is skipped says why. */
export const BulkReport = z.object({
  /** Stands for the rows as they were looked at. Sent back with the run, it is refused when one of them has changed. */
  seen: optional(text('Dấu của các dòng đã xem', 64)),
  /** Of the rows that are done, where they are of money. */
  amount: optional(money('Tổng tiền')),
  done: count('Thực hiện'),
  /** Approved by this person, and done only once a second one has approved. */
  waiting: optional(count('Chờ')),
  waiting_amount: optional(money('Tổng tiền')),
  skipped: count('Bỏ qua'),
  rows: list(
    'Từng dòng',
    z.object({
      // The key of any row; an order's is the longest.
      id: orderId('Mã'),
      label: text('Dòng', 200),
      outcome: choice('Kết quả', [
        ['done', 'Thực hiện'],
        ['waiting', 'Chờ'],
        ['skipped', 'Bỏ qua'],
      ]),
      reason: z.nullable(text('Lý do', 200)),
      amount: optional(money('Tổng tiền')),
      /** What is unusual about the row, to be read before it is approved. */
      signals: optional(list('Dấu hiệu', text('Dấu hiệu', 100))),
      /** The catalogue's number of the refusal, where the row was refused by one. */
      code: optional(count('Mã lỗi')),
    }),
    most_bulk_rows,
  ),
})

/** A piece of a file. What is only tried answers as it would be done, and nothing is kept of it. */
export function importInput<R extends z.ZodMiniType>(row: R) {
  return z.object({ rows: list('Dòng', row, most_bulk_rows), dry_run: optional(flag('Chỉ thử')) })
}

/** The rows of an import that were not taken, by their place in the piece that was sent; the others are in. */
export const ImportReport = z.object({
  refused: list(
    'Dòng bị từ chối',
    z.object({
      index: count('Thứ tự', most_bulk_rows),
      error: text('Lỗi', 300),
      fix: text('Cách sửa', 300),
      /** The field that is wrong, where it is one. */
      field: optional(text('Cột', 100)),
    }),
    most_bulk_rows,
  ),
  /** Those that were here before: nothing was changed. */
  same: list('Dòng đã có', count('Thứ tự', most_bulk_rows), most_bulk_rows),
  /** Those that were here with other values, which the file replaces: each such field with what it is before. */
  changed: optional(
    list(
      'Dòng đổi',
      z.object({
        index: count('Thứ tự', most_bulk_rows),
        fields: list('Ô đổi', z.object({ field: text('Cột', 100), before: z.nullable(text('Trước', 1_000)) }), 100),
      }),
      most_bulk_rows,
    ),
  ),
})

export type ChangedRow = NonNullable<z.output<typeof ImportReport>['changed']>[number]

/** Why a row was not taken. */
export interface RowRefusal {
  error: string
  fix: string
  field?: string
}

export type RefusedRow = RowRefusal & { index: number }
