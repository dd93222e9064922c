/** Settings of prize payments: whether the program pays, when a batch stops by itself, and when a deadline is near. */
import { SettingsPanel, useSettingsForm } from '#web/form/settings-form.tsx'
import { useRead } from '#web/call/api.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/ui/message/toast-store.ts'
import type { AnswerOf } from '#contract/call.ts'
import { pushConfig } from './reward-config.contract.ts'

export function PushSettings() {
  const { can } = useRights()
  const config = useRead(pushConfig.list, {}, { enabled: can(pushConfig.list) })
  if (!can(pushConfig.list)) return null
  return (
    <>
      <ReadFallback read={config} lines={4} />
      {config.data && <PushForm config={config.data} />}
    </>
  )
}

const fields = ['push_auto', 'stop_after', 'expire_warn_days']

function PushForm({ config }: { config: AnswerOf<typeof pushConfig.list> }) {
  const record = useSettingsForm({
    call: pushConfig.update,
    row: config,
    fields,
    invalidates: ['cms/audit', 'cms/reward'],
    onSaved: () => void toast.success('Đã lưu cấu hình đẩy thưởng.'),
  })
  return (
    <SettingsPanel
      title="Đẩy thưởng và hạn lĩnh"
      record={record}
      fields={fields}
      hints={{
        stop_after: 'Lô đang trả tự dừng, chờ người xem cổng chi trả và cho chạy tiếp',
        expire_warn_days: 'Giải chưa trả vào hàng đợi Sắp hết hạn lĩnh',
      }}
    />
  )
}
