/** The changes of a setting, the latest first, each with a button to revert it. */
import { timeOf } from '#web/record/record-timeline.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { Changes, type ChangeLine } from '#web/ui/show/changes.tsx'
import { Timeline } from '#web/ui/show/timeline.tsx'
import { today } from '#web/ui/date/date-text.ts'
import { dayText } from '#web/value/format.ts'
import type { SettingChangeRow } from './setting-change.contract.ts'

export interface SettingHistoryEntriesProps {
  changes: readonly SettingChangeRow[]
  /** The name of the changed item, where the setting has several. */
  nameOf?: (change: SettingChangeRow) => string
  linesOf: (change: SettingChangeRow) => ChangeLine[]
  /** Undefined for people who may not change the setting. The change has its day only while that is ahead: it is taken back for the same day. */
  onRevert?: ((change: SettingChangeRow) => void) | undefined
  /** Reverting fills the editor, and a person saves it. */
  fills?: boolean
  /** Why this change cannot be reverted; null when it can. */
  whyNotRevert?: (change: SettingChangeRow) => string | null
}

export default function SettingHistoryEntries({
  changes,
  nameOf,
  linesOf,
  onRevert,
  fills,
  whyNotRevert,
}: SettingHistoryEntriesProps) {
  return (
    <Timeline
      entries={changes.map((change) => ({
        key: change.setting_change_id,
        ...timeOf(change.created_at),
        title: [nameOf?.(change), change.from_day !== null && `từ ${dayText(change.from_day)}`]
          .filter(Boolean)
          .join(' '),
        subtitle: change.created_by_name ?? 'Hệ thống',
        children: (
          <>
            <Changes lines={linesOf(change)} />
            {change.reason !== null && <Text tone="muted" size="sm">{`Lý do: ${change.reason}`}</Text>}
            {onRevert && change.before !== null && (
              <Button
                size="sm"
                variant="quiet"
                icon="undo"
                whyNot={whyNotRevert?.(change)}
                onClick={() => {
                  onRevert({ ...change, from_day: dayAhead(change) })
                  if (fills) toast.info('Đã điền giá trị trước vào biểu mẫu. Hãy xem lại rồi lưu.')
                }}
              >
                Quay lại giá trị trước
              </Button>
            )}
          </>
        ),
      }))}
    />
  )
}

const dayAhead = ({ from_day }: SettingChangeRow) => (from_day !== null && from_day > today() ? from_day : null)
