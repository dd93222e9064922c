import { useState } from 'react'
import { Act } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { counting } from '#web/call/counting.ts'
import { ListScreen } from '#web/list/list-screen.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { AddressTabs } from '#web/list/address-tabs.tsx'
import { useAddressValue } from '#web/list/use-list.ts'
import { depositPage } from '#features/wallets/pages.contract.ts'
import { BankLines } from '#features/wallets/statement/bank-lines.screen.tsx'
import { DepositAccounts } from '#features/wallets/statement/deposit-accounts.screen.tsx'
import { lineStatus, statement } from '#features/wallets/statement/statement.contract.ts'
import { Deposits } from './deposits.screen.tsx'
import { deposits, depositStatus } from './deposit.contract.ts'
import { useDepositActs } from './deposit-acts.screen.tsx'

const StatementImport = lazyPart(() => import('#features/wallets/statement/statement-import.screen.tsx'))

type Tab = 'lines' | 'requests' | 'accounts'

export default function DepositScreen() {
  const [tab] = useAddressValue('tab')
  const [importing, setImporting] = useState(false)
  const differing = useDifferingAccounts()
  const { actsOfLine, historyOfLine, actsOfDeposit, historyOfDeposit, dialogs } = useDepositActs()
  const importButton = (
    <Act call={statement.import} variant="primary" icon="upload" onClick={() => setImporting(true)}>
      Nhập sao kê
    </Act>
  )
  return (
    <ListScreen
      page={depositPage}
      actions={importButton}
      subtitle={
        differing && (
          <>
            <Badge tone="amber">Lệch sao kê</Badge> {differing}: xem “Tài khoản” và nhập các dòng sao kê còn thiếu.
          </>
        )
      }
    >
      {tab === 'accounts' ? (
        <DepositAccounts tabs={<Tabs active="accounts" />} />
      ) : tab === 'requests' ? (
        <Deposits actsOf={actsOfDeposit} historyOf={historyOfDeposit} tabs={<Tabs active="requests" />} />
      ) : (
        <BankLines actsOf={actsOfLine} historyOf={historyOfLine} tabs={<Tabs active="lines" />} start={importButton} />
      )}
      {dialogs}
      {importing && <StatementImport onClose={() => setImporting(false)} />}
    </ListScreen>
  )
}

function Tabs({ active }: { active: Tab }) {
  const lines = useRead(statement.list, { status: lineStatus.waiting, part: 'totals' }, counting)
  const requests = useRead(deposits.list, { status: depositStatus.matched, part: 'totals' }, counting)
  return (
    <AddressTabs<Tab>
      active={active}
      options={[
        { value: 'lines', label: 'Sao kê', icon: 'list', count: lines.data?.total },
        { value: 'requests', label: 'Yêu cầu', icon: 'document', count: requests.data?.total },
        { value: 'accounts', label: 'Tài khoản', icon: 'bank' },
      ]}
    />
  )
}

/** The accounts whose reported balance differs from the sum of their lines; null while there are none. */
function useDifferingAccounts(): string | null {
  const { data } = useRead(statement.accounts, { page_size: 300 }, counting)
  const names = (data?.items ?? [])
    .filter(({ difference }) => difference !== null && difference !== 0)
    .map(({ bank_name, account_number }) => `${bank_name} …${account_number.slice(-4)}`)
  return names.length === 0 ? null : names.join(', ')
}
