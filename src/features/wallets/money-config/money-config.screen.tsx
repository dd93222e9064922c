/** What the business sets for money, in one form: limits and fees of what goes out, how long deposits wait, and when a second person is needed. */
import { useEffect, useState } from 'react'
import { Act } from '#web/act.tsx'
import { useRead } from '#web/api.ts'
import { Fields } from '#web/editor-dialog.tsx'
import { beginSession } from '#web/editor-session.ts'
import { momentText } from '#web/format.ts'
import { HistoryDrawer } from '#web/history.tsx'
import { ListScreen } from '#web/list-screen.tsx'
import { useRights } from '#web/rights.ts'
import { saveKey } from '#web/shortcuts.ts'
import { ReadFallback } from '#web/fallback.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Row, Spacer, Stack } from '#web/ui/layout.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Split } from '#web/ui/split.tsx'
import { Text } from '#web/ui/text.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { restoredText, useRecordForm } from '#web/use-record-form.tsx'
import type { AnswerOf } from '#contract/call.ts'
import { moneyText } from '#contract/money-text.ts'
import { rewardConfigPage } from '#features/wallets/pages.contract.ts'
import { withdrawalMethod } from '#features/wallets/withdrawal/withdrawal.contract.ts'
import { feeOf } from '#features/wallets/withdrawal/withdrawal.rules.ts'
import { moneyConfig } from './money-config.contract.ts'

type Config = AnswerOf<typeof moneyConfig.get>

const sections = [
  { title: 'Rút về ngân hàng', fields: ['bank_least', 'bank_most', 'bank_fee_fixed', 'bank_fee_rate'] },
  { title: 'Rút về MoMo', fields: ['momo_least', 'momo_most', 'momo_fee_fixed', 'momo_fee_rate'] },
  { title: 'Giới hạn chung', fields: ['withdrawal_day_most', 'adjustment_most'] },
  {
    title: 'Người duyệt thứ hai',
    fields: ['withdrawal_second_from', 'deposit_second_from', 'adjustment_second_from'],
  },
  { title: 'Nạp tiền', fields: ['deposit_hours'] },
]
const fields = sections.flatMap((section) => section.fields)

export default function MoneyConfigScreen() {
  const config = useRead(moneyConfig.get, {})
  const [past, showPast] = useState(false)
  const history = (
    <Act call={moneyConfig.get} icon="history" onClick={() => showPast(true)}>
      Lịch sử
    </Act>
  )
  return (
    <ListScreen
      page={rewardConfigPage}
      actions={history}
      subtitle="Giới hạn và phí khi khách nhận tiền về ngân hàng hoặc MoMo, và từ số tiền nào cần người thứ hai duyệt."
    >
      <ReadFallback read={config} lines={12} />
      {config.data && <ConfigForm config={config.data} />}
      {past && (
        <HistoryDrawer table="money_config" id="true" title={rewardConfigPage.title} onClose={() => showPast(false)} />
      )}
    </ListScreen>
  )
}

function ConfigForm({ config }: { config: Config }) {
  const { can } = useRights()
  const setup = { update: moneyConfig.save }
  const [session] = useState(() => beginSession(setup, config))
  const record = useRecordForm({
    session,
    fields,
    touches: ['cms/audit'],
    onSaved: () => void toast.success('Đã lưu hình thức nhận thưởng.'),
  })
  const { form, changed, pending, reopen } = record
  // Someone else's change shows by itself as long as nothing was typed here; otherwise saving tells of it.
  const newer = !changed && config.version > Number(record.session.base.version)
  useEffect(() => {
    if (newer) reopen(beginSession(setup, config))
  })
  const typed = form.values as Partial<Config>
  return (
    <Split side="right" aside={<Example config={config} typed={typed} />} fill>
      <Panel
        fill
        scroll
        footer={
          <Row>
            <Spacer />
            {changed && <Button onClick={record.revert}>Bỏ thay đổi</Button>}
            <Act
              call={moneyConfig.save}
              variant="primary"
              busy={pending}
              whyNot={!changed && 'Chưa có thay đổi nào.'}
              aria-keyshortcuts={saveKey}
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
            fields={sections}
            readOnly={!can(moneyConfig.save)}
            hints={{
              bank_fee_rate: percentText(typed.bank_fee_rate),
              momo_fee_rate: percentText(typed.momo_fee_rate),
              deposit_hours: 'Quá số giờ này, yêu cầu nạp chưa có tiền về được đóng lại',
            }}
          />
        </Stack>
        {record.conflict}
      </Panel>
    </Split>
  )
}

/** '50 phần vạn' is hard to imagine. */
function percentText(rate: number | null | undefined): string {
  return typeof rate === 'number' ? `Bằng ${(rate / 100).toLocaleString('vi-VN')} % số tiền rút` : '100 phần vạn là 1 %'
}

const example = 1_000_000
/** What a customer would pay with what is typed now; fields that are empty count as nothing. */
function Example({ config, typed }: { config: Config; typed: Partial<Config> }) {
  const prices = {
    bank_fee_fixed: typed.bank_fee_fixed ?? 0,
    bank_fee_rate: typed.bank_fee_rate ?? 0,
    momo_fee_fixed: typed.momo_fee_fixed ?? 0,
    momo_fee_rate: typed.momo_fee_rate ?? 0,
  }
  const { updated_at, updated_by_name } = config
  return (
    <Panel title={`Phí khi rút ${moneyText(example)}`}>
      <Stack>
        <DescriptionList
          columns={1}
          items={[
            { label: 'Về ngân hàng', value: moneyText(feeOf(prices, withdrawalMethod.bank, example)) },
            { label: 'Về MoMo', value: moneyText(feeOf(prices, withdrawalMethod.momo, example)) },
          ]}
        />
        <Text tone="muted" size="sm">
          Phí được trừ thêm từ ví, ngoài số tiền rút.
        </Text>
        {updated_at !== null && (
          <Text tone="muted" size="sm">
            {updated_by_name} sửa lần cuối {momentText(updated_at)}.
          </Text>
        )}
      </Stack>
    </Panel>
  )
}
