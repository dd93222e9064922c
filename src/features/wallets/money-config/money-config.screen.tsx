/** The settings of money in one form: limits, fees, how long deposits wait, and when a second person is needed. */
import { SettingsPanel, useSettingsForm } from '#web/form/settings-form.tsx'
import { useState } from 'react'
import { Act } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { counting } from '#web/call/counting.ts'
import { momentText } from '#web/value/format.ts'
import { HistoryDrawer } from '#web/record/history.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { ReadFallback } from '#web/record/fallback.tsx'
import { AddressTabs } from '#web/list/address-tabs.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { useAddressValue } from '#web/list/use-list.ts'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Split } from '#web/ui/layout/split.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import type { AnswerOf } from '#contract/call.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { limits, limitStatus } from '#features/wallets/limit/limit.contract.ts'
import { moneyConfigPage } from '#features/wallets/pages.contract.ts'
import { withdrawalMethod } from '#features/wallets/withdrawal/withdrawal.contract.ts'
import { feeOf } from '#features/wallets/withdrawal/withdrawal.rules.ts'
import { moneyConfig, money_limits } from './money-config.contract.ts'

const LimitChanges = lazyPart(() => import('#features/wallets/limit/limit-changes.screen.tsx'), {
  meanwhile: <Skeleton lines={8} />,
})

const RewardForms = lazyPart(() => import('./reward-forms.screen.tsx'), {
  meanwhile: <Skeleton lines={8} />,
})

const RewardLimits = lazyPart(() => import('#features/wallets/reward-config/reward-limits.screen.tsx'), {
  meanwhile: <Skeleton lines={6} />,
})

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

export default function MoneyConfigScreen() {
  const config = useRead(moneyConfig.get, {})
  const [historyOpen, setHistoryOpen] = useState(false)
  const [tab] = useAddressValue('tab')
  const history = (
    <Act call={moneyConfig.get} icon="history" onClick={() => setHistoryOpen(true)}>
      Lịch sử
    </Act>
  )
  return (
    <ListScreen
      page={moneyConfigPage}
      actions={tab === undefined ? history : undefined}
      subtitle="Phí có hiệu lực ngay khi lưu. Giới hạn chỉ đổi khi một người khác xác nhận."
    >
      {tab === 'limits' ? (
        <LimitChanges tabs={<Tabs active="limits" />} />
      ) : tab === 'rules' ? (
        <RewardForms tabs={<Tabs active="rules" />} />
      ) : tab === 'rewards' ? (
        <>
          <Row>
            <Tabs active="rewards" />
          </Row>
          <RewardLimits />
        </>
      ) : (
        <>
          <Row>
            <Tabs active="config" />
          </Row>
          <ReadFallback read={config} lines={12} />
          {config.data && <ConfigForm config={config.data} />}
        </>
      )}
      {historyOpen && (
        <HistoryDrawer
          table="money_config"
          id="true"
          title={moneyConfigPage.title}
          onClose={() => setHistoryOpen(false)}
        />
      )}
    </ListScreen>
  )
}

type Tab = 'rules' | 'rewards' | 'config' | 'limits'

function Tabs({ active }: { active: Tab }) {
  const waiting = useRead(limits.list, { status: limitStatus.waiting, part: 'totals' }, counting).data?.total
  return (
    <AddressTabs<Tab>
      active={active}
      options={[
        { value: 'config', label: 'Rút tiền', icon: 'settings' },
        { value: 'rules', label: 'Quy tắc trả thưởng', icon: 'list' },
        { value: 'rewards', label: 'Giới hạn trả thưởng', icon: 'shield' },
        { value: 'limits', label: 'Thay đổi giới hạn', icon: 'check-circle', count: waiting },
      ]}
    />
  )
}

function ConfigForm({ config }: { config: Config }) {
  const waiting = useRead(limits.list, { status: limitStatus.waiting }).data?.items ?? []
  const record = useSettingsForm({
    call: moneyConfig.save,
    row: config,
    fields: sections,
    invalidates: ['cms/limit'],
    onSaved: () => {
      const asks = money_limits.some((name) => typedConfig[name] !== config[name])
      void toast.success(asks ? 'Đã gửi thay đổi giới hạn, chờ người khác xác nhận.' : 'Đã lưu hình thức nhận thưởng.')
    },
  })
  const typedConfig = record.form.values as Partial<Config>
  return (
    <Split side="right" aside={<Example config={config} typed={typedConfig} />} fill>
      <SettingsPanel
        fill
        record={record}
        fields={sections}
        hints={{
          bank_fee_rate: 'Của số tiền rút',
          momo_fee_rate: 'Của số tiền rút',
          ...Object.fromEntries(
            waiting.map(({ limit_name, new_value, created_by_name }) => [
              limit_name,
              `Chờ xác nhận: ${moneyText(new_value)} (${created_by_name} đề nghị)`,
            ]),
          ),
          deposit_hours: 'Quá số giờ này, yêu cầu nạp chưa có tiền về được đóng lại',
        }}
      />
    </Split>
  )
}

const example = 1_000_000
/** What a customer would pay with the typed values; empty fields count as 0. */
function Example({ config, typed }: { config: Config; typed: Partial<Config> }) {
  const prices = {
    bank_fee_fixed: typed.bank_fee_fixed ?? 0,
    bank_fee_rate: typed.bank_fee_rate || 0,
    momo_fee_fixed: typed.momo_fee_fixed ?? 0,
    momo_fee_rate: typed.momo_fee_rate || 0,
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
