/** What holds for every payment of prizes: paid by the program or not, when a batch stops by itself, from when on a deadline is near. */
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

const setup = { update: pushConfig.update }
const fields = ['push_auto', 'stop_after', 'expire_warn_days']

function PushForm({ config }: { config: AnswerOf<typeof pushConfig.list> }) {
  const { can } = useRights()
  const [session] = useState(() => beginSession(setup, config))
  const record = useRecordForm({
    session,
    fields,
    invalidates: ['cms/audit', 'cms/reward'],
    onSaved: () => void toast.success('Đã lưu cấu hình đẩy thưởng.'),
  })
  const { changed, pending, reopen } = record
  const newer = !changed && config.version > Number(record.session.base.version)
  useEffect(() => {
    if (newer) reopen(beginSession(setup, config))
  })
  return (
    <Panel
      title="Đẩy thưởng và hạn lĩnh"
      footer={
        <Row>
          <Spacer />
          {changed && <Button onClick={record.revert}>Bỏ thay đổi</Button>}
          <Act
            call={pushConfig.update}
            variant="primary"
            busy={pending}
            whyNot={!changed && 'Chưa có thay đổi nào.'}
            onClick={record.save}
          >
            Lưu
          </Act>
        </Row>
      }
    >
      <Stack>
        {record.session.restored && <Banner kind="info">{restoredText}</Banner>}
        <Fields
          record={record}
          fields={fields}
          readOnly={!can(pushConfig.update)}
          hints={{
            stop_after: 'Lô đang trả tự dừng, chờ người xem cổng chi trả và cho chạy tiếp',
            expire_warn_days: 'Giải chưa trả vào hàng đợi Sắp hết hạn lĩnh',
          }}
        />
        {record.conflict}
      </Stack>
    </Panel>
  )
}
