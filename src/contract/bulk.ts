/** Schemas of bulk actions and imports: the selected rows, and the outcome of each row. */
import * as z from 'zod/mini'
import { max_bulk_rows } from './call.ts'
import { choice, count, flag, id, list, money, optional, orderId, text } from './fields.ts'

/**
 * The rows of a bulk action: by their keys, or all that match the list's filters. `expected` is the number of rows that the person saw; when it
 * differs, the action is refused and nothing is changed.
 */
export function selection<F extends Record<string, z.ZodMiniType>>(filters: F, key: typeof id = id) {
  return {
    ids: optional(list('Dòng đã chọn', key(), max_bulk_rows)),
    filter: optional(z.object({ keyword: optional(text('Từ khóa', 100)), ...filters })),
    expected: count('Số dòng đã chọn', max_bulk_rows),
  }
}

/** The outcome of each row, or in a dry run the expected one. A skipped row has a reason. */
export const BulkReport = z.object({
  /** A digest of the rows at the dry run. The run sends it back and is refused when a row has changed since. */
  seen: optional(text('Dấu của các dòng đã xem', 64)),
  /** The sum of the rows that are done, where they have amounts. */
  amount: optional(money('Tổng tiền')),
  done: count('Thực hiện'),
  /** Rows that need a second person's approval after this one. */
  waiting: optional(count('Chờ')),
  waiting_amount: optional(money('Tổng tiền')),
  skipped: count('Bỏ qua'),
  rows: list(
    'Từng dòng',
    z.object({
      // The key of the row; orderId, because order keys are the largest.
      id: orderId('Mã'),
      label: text('Dòng', 200),
      outcome: choice('Kết quả', [
        ['done', 'Thực hiện'],
        ['waiting', 'Chờ'],
        ['skipped', 'Bỏ qua'],
      ]),
      reason: z.nullable(text('Lý do', 200)),
      amount: optional(money('Tổng tiền')),
      /** Risk signals, to be read before approving; see signals.ts. */
      signals: optional(list('Dấu hiệu', text('Dấu hiệu', 100))),
      /** The error code of the catalogue, where the row was refused with one. */
      code: optional(count('Mã lỗi')),
    }),
    max_bulk_rows,
  ),
})

/** The input of an import: a batch of rows of a file. With `dry_run` the answer is the same, but nothing is saved. */
export function importInput<R extends z.ZodMiniType>(row: R) {
  return z.object({ rows: list('Dòng', row, max_bulk_rows), dry_run: optional(flag('Chỉ thử')) })
}

/** The outcome of an import. Rows are referred to by their index in the batch; those not listed were added. */
export const ImportReport = z.object({
  refused: list(
    'Dòng bị từ chối',
    z.object({
      index: count('Thứ tự', max_bulk_rows),
      error: text('Lỗi', 300),
      fix: text('Cách sửa', 300),
      /** The invalid field, where it is a single one. */
      field: optional(text('Cột', 100)),
    }),
    max_bulk_rows,
  ),
  /** Rows that existed before; nothing was changed. */
  same: list('Dòng đã có', count('Thứ tự', max_bulk_rows), max_bulk_rows),
  /** Rows that existed with other values, which the file replaces: each changed field with its previous value. */
  changed: optional(
    list(
      'Dòng đổi',
      z.object({
        index: count('Thứ tự', max_bulk_rows),
        fields: list('Ô đổi', z.object({ field: text('Cột', 100), before: z.nullable(text('Trước', 1_000)) }), 100),
      }),
      max_bulk_rows,
    ),
  ),
})

export type ChangedRow = NonNullable<z.output<typeof ImportReport>['changed']>[number]

/** Why a row was refused, and how to correct it. */
export interface RowRefusal {
  error: string
  fix: string
  field?: string
}

export type RefusedRow = RowRefusal & { index: number }
