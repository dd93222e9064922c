import { useState } from 'react'
import type { InputOf } from '#contract/call.ts'
import type { BulkSetup } from '#web/action/bulk.ts'
import { useRead } from '#web/call/api.ts'
import { counting } from '#web/call/counting.ts'
import { choicesOf } from '#web/choices/choice-source.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { HeaderActs } from '#web/list/header-acts.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { useAddressValue, useList, type List } from '#web/list/use-list.ts'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import type { FilterSpec } from '#web/filter/filter.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { Signals } from '#web/record/signals.tsx'
import { useOpenRecord } from '#web/record/open-record.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { rewardBatch } from '#features/rewards/batch/batch.contract.ts'
import { deadline } from '#features/rewards/deadline/deadline.contract.ts'
import { prizeTax } from '#features/rewards/prize-tax/prize-tax.contract.ts'
import PrizeTax from '#features/rewards/prize-tax/prize-tax.screen.tsx'
import { push } from '#features/rewards/push/push.contract.ts'
import { useRewardActs } from '#features/rewards/push/reward-acts.screen.tsx'
import { money_lists } from '#features/wallets/money-lists.rules.ts'
import { rewardPage } from '#features/rewards/pages.contract.ts'
import { drawArea } from '#features/tickets/draw-area/draw-area.contract.ts'
import type { RewardDetailProps } from './reward-detail.screen.tsx'
import type { RewardRow } from './reward-row.screen.tsx'
import { rewards, rewardStatus } from './reward.contract.ts'
import { riskSignalsOf } from './reward.rules.ts'

const RewardDetail = lazyPart(() => import('./reward-detail.screen.tsx'), {
  mountWhen: ({ record }: RewardDetailProps) => record.id !== null,
})
const WinnersDialog = lazyPart(() => import('#features/rewards/push/winners-dialog.screen.tsx'))

export default function RewardsScreen() {
  const [tab, setTab] = useAddressValue('tab')
  if (tab === 'tax') return <PrizeTax onBack={() => setTab(null)} />
  return <Rewards onTax={() => setTab('tax')} />
}

function Rewards({ onTax }: { onTax: () => void }) {
  const list = useList(rewards.list)
  const record = useOpenRecord<RewardRow>(list, 'reward_id', (row) => row.reward_id)
  const { actsOf, dialogs } = useRewardActs()
  const [isExporting, setExporting] = useState(false)
  const { from_date, to_date, area_id } = list.input as InputOf<typeof rewards.list>
  return (
    <ListScreen
      page={rewardPage}
      subtitle="Mỗi đơn trúng có một khoản trả thưởng, lập ngay khi kỳ được tính thưởng."
      actions={
        <HeaderActs
          acts={[
            { call: push.export, label: 'Xuất vé trúng', icon: 'sheet', onSelect: () => setExporting(true) },
            { call: prizeTax.list, label: 'Bảng kê thuế TNCN', icon: 'document', onSelect: onTax },
          ]}
        />
      }
    >
      <DataTable
        list={list}
        noun="giải thưởng"
        columns={[
          { key: 'order_id', width: 152 },
          { key: 'full_name', width: 130 },
          { key: 'prizes', width: 180 },
          { key: 'net', width: 108 },
          { key: 'status', width: 120 },
          {
            key: 'trouble',
            head: 'Dấu hiệu',
            width: 210,
            excel: ['trouble'],
            cell: (row) => <Signals signals={riskSignalsOf(row)} wrap={false} />,
          },
          { key: 'form', width: 112 },
          { key: 'msisdn', width: 112 },
          { key: 'gross', width: 108 },
          { key: 'tax', width: 88 },
          { key: 'tickets', width: 150 },
          { key: 'area_name', width: 120 },
          { key: 'open_date', width: 100 },
          { key: 'claim_until', width: 100 },
          { key: 'trans_id', width: 130 },
          { key: 'reward_code', width: 110, hidden: true },
          { key: 'category', width: 130, hidden: true },
          { key: 'period_code', width: 152, hidden: true },
          { key: 'fee', width: 90, hidden: true },
          { key: 'form_name', width: 170, hidden: true },
          { key: 'approvals_left', hidden: true },
          { key: 'difference', width: 130, hidden: true },
          { key: 'short_name', width: 112, hidden: true },
          { key: 'account_number', width: 138, hidden: true },
          { key: 'account_name', width: 150, hidden: true },
          { key: 'first_by_name', width: 130, hidden: true },
          { key: 'approved_by_name', width: 120, hidden: true },
          { key: 'approved_at', hidden: true },
          { key: 'changed_by_name', width: 130, hidden: true },
          { key: 'result_message', width: 190, hidden: true },
          { key: 'reason', width: 190, hidden: true },
          { key: 'created_at', hidden: true },
          { key: 'finished_at', hidden: true },
          { key: 'reminded_by_name', width: 130, hidden: true },
          { key: 'reminded_at', hidden: true },
          { key: 'updated_by_name', width: 130, hidden: true },
          { key: 'updated_at', hidden: true },
        ]}
        acts={actsOf}
        bulk={bulk}
        onOpen={record.open}
        isOpen={record.isOpen}
        queues={<Queues list={list} />}
        search={<SearchBar list={list} keyword="Mã đơn, số vé, SĐT, tên" filters={filters} />}
      />
      <RewardDetail record={record} actsOf={actsOf} />
      {dialogs}
      {isExporting && (
        <WinnersDialog
          days={{ from: from_date ?? null, to: to_date ?? null }}
          area_id={area_id ?? null}
          onClose={() => setExporting(false)}
        />
      )}
    </ListScreen>
  )
}

/** Bulk actions: approving, and sending again. */
const bulk: BulkSetup<RewardRow> = {
  preview: push.approvePreview,
  run: push.approve,
  idOf: (row) => row.reward_id,
  amountOf: (row) => row.net,
  actions: [
    { value: 'approve', label: 'Duyệt đẩy', icon: 'check' },
    { value: 'retry', label: 'Đẩy lại', icon: 'refresh', calls: { preview: push.retryPreview, run: push.retry } },
    {
      value: 'batch',
      label: 'Lập lô',
      icon: 'stack',
      verb: 'lập lô',
      calls: { preview: rewardBatch.createPreview, run: rewardBatch.create },
    },
    {
      value: 'remind',
      label: 'Đã báo khách',
      icon: 'bell',
      verb: 'ghi đã báo khách của',
      reason: { name: 'note', field: deadline.remind.input.shape.note, emptyText: 'Hãy ghi đã báo thế nào.' },
      calls: { preview: deadline.remindPreview, run: deadline.remind },
    },
  ],
  invalidates: [...money_lists, 'cms/order', 'cms/history', 'cms/telecom'],
}

const filters: FilterSpec[] = [
  rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày quay' }),
  'form',
  'status_push',
  'category',
  {
    name: 'area_id',
    choices: choicesOf(drawArea.byBase, (row) => ({ value: row.area_id, label: row.area_name, detail: row.area_code })),
  },
  'is_reminded',
]

const { waiting, unknown, failed, expired } = rewardStatus
const queues = [
  { value: 'waiting', label: 'Chờ duyệt', filter: { status_push: waiting } },
  { value: 'second', label: 'Cần người thứ hai', filter: { is_second: true } },
  { value: 'unknown', label: 'Nghi vấn', filter: { status_push: unknown } },
  { value: 'failed', label: 'Thất bại', filter: { status_push: failed } },
  { value: 'expiring', label: 'Sắp hết hạn lĩnh', filter: { expires_soon: true } },
  { value: 'expired', label: 'Hết hạn lĩnh', filter: { status_push: expired } },
] as const

type Filter = { status_push?: number; is_second?: boolean; expires_soon?: boolean }
const no_filter = { status_push: undefined, is_second: undefined, expires_soon: undefined }

/** Quick filters for rewards that wait for people, with counts. */
function Queues({ list }: { list: List }) {
  const counts = [
    useRead(rewards.list, { ...queues[0].filter, part: 'totals' }, counting),
    useRead(rewards.list, { ...queues[1].filter, part: 'totals' }, counting),
    useRead(rewards.list, { ...queues[2].filter, part: 'totals' }, counting),
    useRead(rewards.list, { ...queues[3].filter, part: 'totals' }, counting),
    useRead(rewards.list, { ...queues[4].filter, part: 'totals' }, counting),
    // Expired rewards wait for nobody, so they are not counted.
    null,
  ]
  const chosen_queue = queues.find(({ filter }) =>
    Object.keys(no_filter).every((name) => list.state[name] === (filter as Record<string, unknown>)[name]),
  )
  const choose = (value: string) => {
    const filter: Filter = queues.find((queue) => queue.value === value)?.filter ?? {}
    list.filter({ ...no_filter, ...filter })
  }
  return (
    <Segmented
      aria-label="Hàng đợi"
      value={chosen_queue?.value ?? 'all'}
      onChange={choose}
      options={[
        { value: 'all', label: 'Tất cả' },
        ...queues.map(({ value, label }, index) => ({ value, label, count: counts[index]?.data?.total })),
      ]}
    />
  )
}
