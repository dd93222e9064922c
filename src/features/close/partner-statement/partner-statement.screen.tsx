/** Partners' statements, and a tab for payments and deposits. */
import { useState } from 'react'
import { Act } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { counting } from '#web/call/counting.ts'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { choicesOf } from '#web/choices/choice-source.ts'
import { useAddressValue, useList } from '#web/list/use-list.ts'
import { useOpenRecord } from '#web/record/open-record.ts'
import { useRights } from '#web/session/rights.ts'
import { AddressTabs } from '#web/list/address-tabs.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { isHeadOffice } from '#contract/person.ts'
import { partner } from '#features/partners/partner/partner.contract.ts'
import { Payments } from '../partner-payment/payments.screen.tsx'
import { partnerPayment, paymentStatus } from '../partner-payment/partner-payment.contract.ts'
import { partnerStatementPage } from '../pages.contract.ts'
import { partnerStatement, statementStatus, type StatementRow } from './partner-statement.contract.ts'
import { useStatementActs } from './statement-acts.screen.tsx'
import type { StatementDetailProps } from './statement-detail.screen.tsx'

const StatementDetail = lazyPart(() => import('./statement-detail.screen.tsx'), {
  mountWhen: ({ record }: StatementDetailProps) => record.id !== null,
})
const PrepareDialog = lazyPart(() => import('./prepare-dialog.screen.tsx'))

const partners = choicesOf(
  partner.list,
  (row) => ({ value: row.partner_id, label: row.partner_name, detail: row.partner_code }),
  { key: 'only_id' },
)

type Tab = 'statements' | 'payments'

export default function PartnerStatementScreen() {
  const [tab] = useAddressValue('tab')
  if (tab === 'payments') return <Payments tabs={<Tabs active="payments" />} partners={partners} />
  return <Statements />
}

function Statements() {
  const list = useList(partnerStatement.list)
  const record = useOpenRecord<StatementRow>(list, 'statement', (row) => row.statement_id)
  const { me } = useRights()
  const [preparing, setPreparing] = useState(false)
  const { actsOf, actsOfDetail, openDispute, dialogs } = useStatementActs()
  const prepareButton = isHeadOffice(me) && (
    <Act call={partnerStatement.prepare} variant="primary" icon="plus" onClick={() => setPreparing(true)}>
      Lập bảng đối soát
    </Act>
  )
  return (
    <ListScreen
      page={partnerStatementPage}
      subtitle="Hai bên cùng xác nhận thì bảng được chốt và công nợ được ghi sổ."
      actions={prepareButton}
    >
      <DataTable
        list={list}
        noun="bảng đối soát"
        columns={[
          { key: 'statement_code', width: 96 },
          { key: 'partner_name', width: 190, narrow: 1, excel: ['partner_code', 'partner_name'] },
          { key: 'from_date', width: 100 },
          { key: 'to_date', width: 100 },
          { key: 'status', width: 148, narrow: 3 },
          { key: 'amount', width: 122 },
          { key: 'commission', width: 112 },
          { key: 'closing_debt', width: 128, narrow: 2 },
          { key: 'due', width: 140 },
          { key: 'paid', width: 120 },
          { key: 'open_disputes', width: 110 },
          { key: 'agent_by_name', width: 130 },
          { key: 'office_by_name', width: 130 },
          { key: 'agent_at', hidden: true },
          { key: 'office_at', hidden: true },
          { key: 'created_by_name', width: 120, hidden: true },
          { key: 'created_at', hidden: true },
          { key: 'cancel_reason', width: 180, hidden: true },
        ]}
        acts={actsOf}
        onOpen={record.open}
        isOpen={record.isOpen}
        start={prepareButton}
        queues={<Tabs active="statements" />}
        search={
          <SearchBar
            list={list}
            keyword="Mã bảng, mã hoặc tên đại lý"
            filters={[
              'status',
              ...(me.partner_id === null ? [{ name: 'partner_id', choices: partners }] : []),
              rangeFilter({ from: 'from_date', to: 'to_date', label: 'Kỳ' }),
            ]}
          />
        }
      />
      <StatementDetail record={record} actsOf={actsOfDetail} onDispute={openDispute} />
      {dialogs}
      {preparing && <PrepareDialog onDone={(row) => record.open(row)} onClose={() => setPreparing(false)} />}
    </ListScreen>
  )
}

function Tabs({ active }: { active: Tab }) {
  const { disputed } = statementStatus
  const disputes = useRead(partnerStatement.list, { status: disputed, part: 'totals' }, counting)
  const waiting = useRead(partnerPayment.list, { status: paymentStatus.waiting, part: 'totals' }, counting)
  return (
    <AddressTabs<Tab>
      active={active}
      options={[
        { value: 'statements', label: 'Bảng đối soát', icon: 'sheet', count: disputes.data?.total },
        { value: 'payments', label: 'Thanh toán & ký quỹ', icon: 'wallet', count: waiting.data?.total },
      ]}
    />
  )
}
