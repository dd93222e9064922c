/** Whether the program pays, when a batch stops by itself, when a deadline is near, and the history of changes. */
import { SettingsPanel, useSettingsForm } from '#web/form/settings-form.tsx'
import { useRead } from '#web/call/api.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { History } from '#web/record/history.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import type { AnswerOf } from '#contract/call.ts'
import { pushConfig } from './push-config.contract.ts'

export default function PushSettings() {
  const config = useRead(pushConfig.list, {})
  if (!config.data) return <ReadFallback read={config} lines={8} />
  return (
    <Split
      side="right"
      aside={
        <Panel title="Lịch sử">
          <History table="reward_config" id="true" />
        </Panel>
      }
    >
      <PushForm config={config.data} />
    </Split>
  )
}

const sections = [
  { title: 'Trả thưởng tự động', fields: ['push_auto', 'stop_after'] },
  { title: 'Hạn lĩnh', fields: ['expire_warn_days'] },
]

function PushForm({ config }: { config: AnswerOf<typeof pushConfig.list> }) {
  const record = useSettingsForm({
    call: pushConfig.update,
    row: config,
    fields: sections,
    invalidates: ['cms/reward'],
    onSaved: () => void toast.success('Đã lưu cấu hình đẩy thưởng.'),
  })
  return (
    <SettingsPanel
      record={record}
      fields={sections}
      hints={{
        stop_after: 'Lô đang trả tự dừng, chờ người xem cổng chi trả và cho chạy tiếp',
        expire_warn_days: 'Giải chưa trả vào hàng đợi “Sắp hết hạn lĩnh”',
      }}
    />
  )
}
