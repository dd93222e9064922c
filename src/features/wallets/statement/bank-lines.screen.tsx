import type { ReactNode } from 'react'
import type { RowAct } from '#web/action/act.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { textOf } from '#web/value/format.ts'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { Row } from '#web/ui/layout/layout.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Mono, Text } from '#web/ui/layout/text.tsx'
import { choicesOf } from '#web/choices/choice-source.ts'
import { useOpenRecord } from '#web/record/open-record.ts'
import { useList } from '#web/list/use-list.ts'
import { moneyText } from '#contract/text/money-text.ts'
import type { LineDetailProps } from './line-detail.screen.tsx'
import { stateOf, type BankLineRow } from './line-row.screen.tsx'
import { lineStatus, statement } from './statement.contract.ts'

const LineDetail = lazyPart(() => import('./line-detail.screen.tsx'), {
  mountWhen: ({ record }: LineDetailProps) => record.id !== null,
})

const preset = { status: lineStatus.waiting }

const accounts = choicesOf(statement.accounts, (row) => ({
  value: row.bank_config_id,
  label: `${row.bank_name} ${row.account_number}`,
  detail: row.account_name,
}))

interface BankLinesProps {
  actsOf: (line: BankLineRow) => RowAct[]
  historyOf: (line: BankLineRow) => RowAct
  tabs: ReactNode
  start: ReactNode
}

/** Statement lines, each with the request that it names; the list starts with those that wait for a person. */
export function BankLines({ actsOf, historyOf, tabs, start }: BankLinesProps) {
  const list = useList(statement.list, {}, preset)
  const record = useOpenRecord<BankLineRow>(list, 'line', (line) => line.bank_transaction_id)
  return (
    <>
      <DataTable
        list={list}
        noun="dòng sao kê"
        columns={[
          { key: 'credit', head: 'Số tiền', width: 124, cell: amountOf, excel: ['credit', 'debit'] },
          { key: 'problem', width: 148 },
          { key: 'deposit_content', width: 304, cell: requestOf, excel: ['deposit_content', 'deposit_amount'] },
          'content',
          { key: 'at', width: 136 },
          { key: 'full_name', width: 140 },
          { key: 'status', width: 150, cell: stateOf },
          { key: 'reference', width: 140 },
          { key: 'bank_name', width: 110, hidden: true },
          { key: 'account_number', width: 130, hidden: true },
          { key: 'counter_name', width: 170, hidden: true },
          { key: 'counter_account', width: 130, hidden: true },
          { key: 'msisdn', hidden: true },
          { key: 'source', width: 130, hidden: true },
          { key: 'note', width: 200, hidden: true },
          { key: 'updated_by_name', width: 130, hidden: true },
          { key: 'updated_at', hidden: true },
        ]}
        acts={(line) => [...actsOf(line), historyOf(line)]}
        onOpen={record.open}
        isOpen={record.isOpen}
        start={start}
        queues={tabs}
        search={
          <SearchBar
            list={list}
            keyword="Mã GD, nội dung, bên chuyển"
            filters={[
              'status',
              'problem',
              { name: 'bank_config_id', choices: accounts },
              rangeFilter({ from: 'from_date', to: 'to_date', label: 'Thời gian' }),
            ]}
          />
        }
      />
      <LineDetail record={record} actsOf={actsOf} />
    </>
  )
}

const changeInfo = { kind: 'change', label: '' } as const

const amountOf = ({ credit, debit }: BankLineRow) => textOf(changeInfo, credit ?? -(debit ?? 0))

/** The requested amount, and by how much the line differs from it. */
function requestOf({ deposit_content, deposit_amount, credit }: BankLineRow) {
  if (deposit_content === null || deposit_amount === null) return null
  const difference = (credit ?? 0) - deposit_amount
  return (
    <Row wrap={false}>
      <Mono>{deposit_content}</Mono>
      <Text as="span">{moneyText(deposit_amount)}</Text>
      {difference !== 0 && <Badge tone="red">{textOf(changeInfo, difference)}</Badge>}
    </Row>
  )
}
