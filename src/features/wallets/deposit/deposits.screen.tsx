/** Requests, with the money that came in for them. */
import type { ReactNode } from 'react'
import type { RowAct } from '#web/action/act.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { textOf } from '#web/value/format.ts'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { Signals } from '#web/record/signals.tsx'
import { useOpenRecord } from '#web/record/open-record.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { Row } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { useList } from '#web/list/use-list.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { deposits, type DepositRow } from './deposit.contract.ts'
import { stateOf } from './deposit-row.screen.tsx'
import type { DepositDetailProps } from './deposit-detail.screen.tsx'
import { riskSignalsOf } from './deposit.rules.ts'

const DepositDetail = lazyPart(() => import('./deposit-detail.screen.tsx'), {
  mountWhen: ({ record }: DepositDetailProps) => record.id !== null,
})

interface DepositsProps {
  actsOf: (deposit: DepositRow) => RowAct[]
  historyOf: (deposit: DepositRow) => RowAct
  tabs: ReactNode
}

export function Deposits({ actsOf, historyOf, tabs }: DepositsProps) {
  const list = useList(deposits.list)
  const record = useOpenRecord<DepositRow>(list, 'transfer_id', (row) => row.transfer_id)
  return (
    <>
      <DataTable
        list={list}
        noun="yêu cầu nạp"
        columns={[
          { key: 'content', width: 104 },
          { key: 'status', width: 170, cell: stateOf, excel: ['status', 'is_late'] },
          { key: 'amount', width: 124 },
          { key: 'line_amount', width: 184, cell: lineAmountOf },
          {
            key: 'needs_two',
            head: 'Dấu hiệu',
            width: 190,
            excel: [],
            cell: (row) => <Signals signals={riskSignalsOf(row)} wrap={false} />,
          },
          'full_name',
          { key: 'msisdn', width: 120 },
          { key: 'created_at', width: 136 },
          { key: 'reference', width: 140 },
          { key: 'payer_name', width: 150 },
          { key: 'matched_by_name', width: 120 },
          { key: 'paid_amount', hidden: true },
          { key: 'bank_name', width: 120, hidden: true },
          { key: 'account_number', width: 130, hidden: true },
          { key: 'expires_at', hidden: true },
          { key: 'finished_at', hidden: true },
          { key: 'confirmed_by_name', width: 120, hidden: true },
          { key: 'note', width: 200, hidden: true },
        ]}
        acts={(row) => [...actsOf(row), historyOf(row)]}
        onOpen={record.open}
        isOpen={record.isOpen}
        queues={tabs}
        search={
          <SearchBar
            list={list}
            keyword="Mã nạp, khách hàng, SĐT"
            filters={['status', rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày tạo' })]}
          />
        }
      />
      <DepositDetail record={record} actsOf={actsOf} />
    </>
  )
}

function lineAmountOf({ amount, line_amount }: DepositRow) {
  if (line_amount === null) return null
  const difference = line_amount - amount
  return (
    <Row gap={1} wrap={false} justify="end">
      {difference !== 0 && <Badge tone="red">{textOf({ kind: 'change', label: '' }, difference)}</Badge>}
      <Text as="span">{moneyText(line_amount)}</Text>
    </Row>
  )
}
