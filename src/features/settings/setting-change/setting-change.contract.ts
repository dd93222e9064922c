/** What a setting was before it was changed: told beside its editor, and taken back from there. */
import * as z from 'zod/mini'
import { day, id, list, moment, text } from '#contract/fields.ts'

const Value = z.nullable(z.record(z.string(), z.unknown()))

export const SettingChange = z.object({
  setting_change_id: id(),
  /** The product or source that it is a setting of. */
  item: text('Mục', 100),
  /** Null of an item that came with this change, or went with it. */
  before: Value,
  after: Value,
  /** Null of what held at once. */
  from_day: z.nullable(day('Áp dụng từ')),
  reason: z.nullable(text('Lý do', 200)),
  created_by_name: z.nullable(text('Người đổi', 100)),
  created_at: moment('Đổi lúc'),
})
export type SettingChangeRow = z.output<typeof SettingChange>

/** The newest first, as many as somebody reads. */
export const history = () => list('Lịch sử', SettingChange, 500)
