/** The amounts from which on two persons pay a prize, and what the program pays by itself; changes need two persons. */
import { SettingsPanel, useSettingsForm } from '#web/form/settings-form.tsx'
import { useRead } from '#web/call/api.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import type { AnswerOf } from '#contract/call.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { limits, limitStatus } from '#features/wallets/limit/limit.contract.ts'
import { rewardConfig, reward_limits } from './reward-config.contract.ts'

export default function RewardLimits() {
  const config = useRead(rewardConfig.get, {})
  return (
    <>
      <ReadFallback read={config} lines={6} />
      {config.data && <LimitForm config={config.data} />}
    </>
  )
}

const fields = [...reward_limits]

function LimitForm({ config }: { config: AnswerOf<typeof rewardConfig.get> }) {
  const waiting = useRead(limits.list, { status: limitStatus.waiting }).data?.items ?? []
  const record = useSettingsForm({
    call: rewardConfig.save,
    row: config,
    fields,
    invalidates: ['cms/limit'],
    onSaved: () => void toast.success('Đã gửi thay đổi giới hạn, chờ người khác xác nhận.'),
  })
  return (
    <SettingsPanel
      title="Giới hạn trả thưởng"
      record={record}
      fields={fields}
      saveText="Gửi thay đổi"
      hints={Object.fromEntries(
        waiting.map(({ limit_name, new_value, created_by_name }) => [
          limit_name,
          `Chờ xác nhận: ${moneyText(new_value)} (${created_by_name} đề nghị)`,
        ]),
      )}
    />
  )
}
