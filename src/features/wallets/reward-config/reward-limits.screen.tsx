/** From which amounts on two persons pay a prize, and what the program pays by itself: each is changed by two persons. */
import { useEffect, useState } from 'react'
import { Act } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { Fields } from '#web/form/editor-dialog.tsx'
import { beginSession } from '#web/form/editor-session.ts'
import { restoredText, useRecordForm } from '#web/form/use-record-form.tsx'
import { ReadFallback } from '#web/record/fallback.tsx'
import { useRights } from '#web/session/rights.ts'
import { Banner } from '#web/ui/message/banner.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Row, Spacer, Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import type { AnswerOf } from '#contract/call.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { limits, limitStatus } from '#features/wallets/limit/limit.contract.ts'
import { PushSettings } from './push-config.screen.tsx'
import { rewardConfig, rewardLimits } from './reward-config.contract.ts'

export default function RewardLimits() {
  const config = useRead(rewardConfig.get, {})
  return (
    <>
      <ReadFallback read={config} lines={6} />
      {config.data && <LimitForm config={config.data} />}
      <PushSettings />
    </>
  )
}

const setup = { update: rewardConfig.save }
const fields = [...rewardLimits]

function LimitForm({ config }: { config: AnswerOf<typeof rewardConfig.get> }) {
  const { can } = useRights()
  const waiting = useRead(limits.list, { status: limitStatus.waiting }).data?.items ?? []
  const [session] = useState(() => beginSession(setup, config))
  const record = useRecordForm({
    session,
    fields,
    invalidates: ['cms/audit', 'cms/limit'],
    onSaved: () => void toast.success('Đã gửi thay đổi giới hạn, chờ người khác xác nhận.'),
  })
  const { changed, pending, reopen } = record
  const newer = !changed && config.version > Number(record.session.base.version)
  useEffect(() => {
    if (newer) reopen(beginSession(setup, config))
  })
  return (
    <Panel
      title="Giới hạn trả thưởng"
      footer={
        <Row>
          <Spacer />
          {changed && <Button onClick={record.revert}>Bỏ thay đổi</Button>}
          <Act
            call={rewardConfig.save}
            variant="primary"
            busy={pending}
            whyNot={!changed && 'Chưa có thay đổi nào.'}
            onClick={record.save}
          >
            Gửi thay đổi
          </Act>
        </Row>
      }
    >
      <Stack>
        {record.session.restored && <Banner kind="info">{restoredText}</Banner>}
        <Fields
          record={record}
          fields={fields}
          readOnly={!can(rewardConfig.save)}
          hints={Object.fromEntries(
            waiting.map(({ limit_name, new_value, created_by_name }) => [
              limit_name,
              `Chờ xác nhận: ${moneyText(new_value)} (${created_by_name} đề nghị)`,
            ]),
          )}
        />
        {record.conflict}
      </Stack>
    </Panel>
  )
}
