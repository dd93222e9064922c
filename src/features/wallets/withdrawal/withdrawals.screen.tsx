/** Withdrawals of one method: the same list under two pages. */
import type { BulkSetup } from '#web/action/bulk.ts'
import { useRead } from '#web/call/api.ts'
import { counting } from '#web/call/counting.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import type { FilterSpec } from '#web/filter/filter.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { choicesOf } from '#web/choices/choice-source.ts'
import { Signals } from '#web/record/signals.tsx'
import { useOpenRecord } from '#web/record/open-record.ts'
import { useList, type List } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { bank } from '#features/partners/bank/bank.contract.ts'
import { callsOf, useWithdrawalActs } from './withdrawal-acts.screen.tsx'
import type { WithdrawalDetailProps } from './withdrawal-detail.screen.tsx'
import { money_lists } from '#features/wallets/money-lists.rules.ts'
import { receiverNumber, type WithdrawalPage, type WithdrawalRow } from './withdrawal-row.screen.tsx'
import {
  Withdrawal,
  withdrawalMethod,
  withdrawalStatus,
  type withdrawals,
  type WithdrawalMethod,
} from './withdrawal.contract.ts'
import { riskSignalsOf } from './withdrawal.rules.ts'

const WithdrawalDetail = lazyPart(() => import('./withdrawal-detail.screen.tsx'), {
  mountWhen: ({ record }: WithdrawalDetailProps) => record.id !== null,
})

type ListCall = typeof withdrawals.list | typeof withdrawals.listMomo

interface WithdrawalScreenProps {
  page: WithdrawalPage
  call: ListCall
  method: WithdrawalMethod
}

export function WithdrawalScreen({ page, call, method }: WithdrawalScreenProps) {
  const list = useList(call, { method })
  const record = useOpenRecord<WithdrawalRow>(list, 'withdrawal_id', (row) => row.withdrawal_id)
  const { actsOf, historyOf, dialogs } = useWithdrawalActs(page, (row) => record.show(row.withdrawal_id))
  return (
    <ListScreen page={page} subtitle="Tiền được giữ trong ví từ lúc khách yêu cầu và chỉ rời ví khi đã chi xong.">
      <DataTable
        list={list}
        noun="yêu cầu rút tiền"
        columns={[
          { key: 'withdrawal_code', width: 92 },
          { key: 'created_at', width: 134 },
          { key: 'full_name', width: 138 },
          { key: 'amount', width: 116 },
          { key: 'status', width: 130 },
          {
            key: 'is_first_to',
            head: 'Dấu hiệu',
            width: 304,
            excel: [],
            cell: (row) => <Signals signals={riskSignalsOf(row)} wrap={false} />,
          },
          { key: 'short_name', width: 112, hidden: method === withdrawalMethod.momo },
          { key: 'account_number', width: 138, cell: receiverNumber },
          { key: 'account_name', width: 156 },
          { key: 'fee', width: 84 },
          'msisdn',
          { key: 'trans_id', width: 130 },
          { key: 'result_message', width: 190 },
          { key: 'approvals_left', hidden: true },
          { key: 'result_code', width: 100, hidden: true },
          { key: 'first_by_name', width: 130, hidden: true },
          { key: 'processed_by_name', width: 120, hidden: true },
          { key: 'processed_at', hidden: true },
          { key: 'finished_at', hidden: true },
          { key: 'note', width: 200, hidden: true },
          { key: 'updated_by_name', width: 130, hidden: true },
          { key: 'updated_at', hidden: true },
        ]}
        acts={(row) => [...actsOf(row), historyOf(row)]}
        onOpen={record.open}
        isOpen={record.isOpen}
        bulk={bulkOf(page)}
        queues={<Queues call={call} list={list} />}
        search={
          <SearchBar
            list={list}
            keyword="Mã, SĐT, khách hàng, số TK, chủ TK"
            filters={method === withdrawalMethod.bank ? bank_filters : filters}
          />
        }
      />
      <WithdrawalDetail record={record} actsOf={actsOf} />
      {dialogs}
    </ListScreen>
  )
}

const filters: FilterSpec[] = ['status', rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày yêu cầu' })]

const banks = choicesOf(bank.list, (row) => ({ value: row.bank_id, label: row.short_name, detail: row.bank_name }))
const bank_filters: FilterSpec[] = ['status', { name: 'bank_id', choices: banks }, ...filters.slice(1)]

/** Approves many at once, or rejects them for one reason. */
function bulkOf(page: WithdrawalPage): BulkSetup<WithdrawalRow> {
  const { updatePreview, updateBatch } = callsOf(page)
  return {
    preview: updatePreview,
    run: updateBatch,
    idOf: (row) => row.withdrawal_id,
    amountOf: (row) => row.amount,
    actions: [
      { value: 'process', label: 'Xử lý', icon: 'check' },
      {
        value: 'reject',
        label: 'Từ chối',
        icon: 'close',
        reason: {
          name: 'note',
          field: updateBatch.input.shape.note,
          emptyText: 'Hãy ghi lý do từ chối.',
          hint: 'Một lý do cho mọi yêu cầu; tiền đang giữ trở lại ví của khách ngay.',
        },
      },
    ],
    invalidates: money_lists,
  }
}

const queues = [withdrawalStatus.waiting, withdrawalStatus.processing, withdrawalStatus.unknown] as const

/** The open statuses, with counts. */
function Queues({ call, list }: { call: ListCall; list: List }) {
  const counts = [
    useRead(call, { status: queues[0], part: 'totals' }, counting),
    useRead(call, { status: queues[1], part: 'totals' }, counting),
    useRead(call, { status: queues[2], part: 'totals' }, counting),
  ]
  const options = infoOf(Withdrawal.shape.status)!.options!
  const chosen_status = queues.find((status) => status === list.state.status)
  return (
    <Segmented
      aria-label="Hàng đợi"
      value={chosen_status === undefined ? 'all' : String(chosen_status)}
      onChange={(status) => list.filter({ status: status === 'all' ? undefined : Number(status) })}
      options={[
        { value: 'all', label: 'Tất cả' },
        ...queues.map((status, index) => ({
          value: String(status),
          label: options.find((option) => option.value === status)!.label,
          count: counts[index]!.data?.total,
        })),
      ]}
    />
  )
}
