/** The history of settings, which is shown beside the editor and from which a change can be reverted. */
import * as z from 'zod/mini'
import { day, id, list, moment, text } from '#contract/fields.ts'

const Value = z.nullable(z.record(z.string(), z.unknown()))

export const SettingChange = z.object({
  setting_change_id: id(),
  /** The product or source whose setting it is; 'all' for a setting without items. */
  item: text('Mục', 100),
  /** The old values, and below the new ones; null before the item was created or after it was deleted. */
  before: Value,
  after: Value,
  /** Null for a change that applied at once. */
  from_day: z.nullable(day('Áp dụng từ')),
  reason: z.nullable(text('Lý do', 200)),
  created_by_name: z.nullable(text('Người đổi', 100)),
  created_at: moment('Đổi lúc'),
})
export type SettingChangeRow = z.output<typeof SettingChange>

/** How many changes of a setting, or of one of its items, are shown. */
export const max_changes = 200

/** The newest changes, at most `max_changes` of them, newest first. */
export const history = () => list('Lịch sử', SettingChange, max_changes)
