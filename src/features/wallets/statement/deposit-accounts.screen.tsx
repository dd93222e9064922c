import type { ReactNode } from 'react'
import { DataTable } from '#web/list/data-table.tsx'
import { textOf } from '#web/value/format.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { Mono, Text } from '#web/ui/layout/text.tsx'
import { useList } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { groupsOfFour } from '#features/partners/bank/account-number.rules.ts'
import { DepositAccount, statement } from './statement.contract.ts'

/**
 * The accounts into which customers pay: the balance that the bank reports, the sum of their lines, and the difference.
 */
export function DepositAccounts({ tabs }: { tabs: ReactNode }) {
  const list = useList(statement.accounts)
  return (
    <DataTable
      list={list}
      noun="tài khoản nhận tiền"
      totalsName="Tổng các tài khoản đã đối chiếu"
      columns={[
        { key: 'bank_name', width: 120 },
        { key: 'account_number', width: 144, cell: (row) => <Mono>{groupsOfFour(row.account_number)}</Mono> },
        'account_name',
        { key: 'reported_balance', width: 144 },
        { key: 'synced_at', width: 136 },
        { key: 'own_balance', width: 150 },
        { key: 'difference', width: 140, cell: ({ difference }) => <Difference amount={difference} /> },
      ]}
      queues={tabs}
      search={<SearchBar list={list} keyword="Số tài khoản, chủ tài khoản" />}
    />
  )
}

function Difference({ amount }: { amount: number | null }) {
  if (amount === null) return <Text tone="muted">Chưa đồng bộ</Text>
  if (amount === 0) return <Badge tone="green">Khớp</Badge>
  return <Badge tone="red">{textOf(infoOf(DepositAccount.shape.difference), amount)}</Badge>
}
