/** A statement: its lines with links to their orders, the debt, and the disputes. */
import { PageLink } from '#web/route/link.tsx'
import { useRead } from '#web/call/api.ts'
import { idIn } from '#web/list/use-list.ts'
import type { RowAct } from '#web/action/act.tsx'
import { itemsOf, signedText } from '#web/record/facts.ts'
import { History } from '#web/record/history.tsx'
import type { OpenRecord } from '#web/record/open-record.ts'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import { useRights } from '#web/session/rights.ts'
import { moneyWords } from '#contract/text/money-words.ts'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { SumLines } from '#web/ui/show/sum-lines.tsx'
import { dayText, momentText, numberText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { changeText, moneyText } from '#contract/text/money-text.ts'
import { infoOf } from '#contract/schema.ts'
import { partnerPage } from '#features/partners/pages.contract.ts'
import { paymentKinds, paymentStatus } from '../partner-payment/partner-payment.contract.ts'
import { partnerStatementPage } from '../pages.contract.ts'
import { Disputes } from './disputes.screen.tsx'
import { partnerStatement, Statement, statementStatus, type StatementDetailRow } from './partner-statement.contract.ts'
import { Corrections, GivenBack, Sales, type OnDispute } from './statement-tables.screen.tsx'
import { debtText, limitItems, linesOf } from './statement.rules.ts'

export interface StatementDetailProps {
  record: OpenRecord
  actsOf: (row: StatementDetailRow) => RowAct[]
  onDispute: OnDispute
}

export default function StatementDrawer({ record, actsOf, onDispute }: StatementDetailProps) {
  const statement_id = idIn(record.id)
  const detail = useRead(partnerStatement.detail, { statement_id }, { enabled: statement_id > 0 })
  const title = detail.data?.statement_code ?? 'Bảng đối soát'
  return (
    <RecordDrawer record={record} read={detail} row={detail.data} title={title}>
      {(row) => <StatementView row={row} acts={actsOf(row)} onDispute={onDispute} />}
    </RecordDrawer>
  )
}

interface ViewProps {
  row: StatementDetailRow
  acts: RowAct[]
  onDispute: OnDispute
}

function StatementView({ row, acts, onDispute }: ViewProps) {
  const { figures } = row
  const { can } = useRights()
  const partner = `${row.partner_name} (${row.partner_code})`
  return (
    <RecordView
      status={show(infoOf(Statement.shape.status), row.status)}
      headline={debtText(figures.closing_debt)}
      note={moneyWords(Math.abs(figures.closing_debt))}
      trouble={<Problems row={row} />}
      facts={[
        ...itemsOf(Statement, {
          partner_name: can(partnerPage.view) ? (
            <PageLink to={partnerPage.url} search={{ partner: String(row.partner_id) }}>
              {partner}
            </PageLink>
          ) : (
            partner
          ),
        }),
        { label: 'Kỳ', value: `${dayText(row.from_date)} – ${dayText(row.to_date)}` },
        ...itemsOf(Statement, {
          agent_by_name: signedText(row.agent_by_name, row.agent_at) ?? 'Chưa xác nhận',
          office_by_name: signedText(row.office_by_name, row.office_at) ?? 'Chưa xác nhận',
        }),
      ]}
      acts={acts}
    >
      <RecordSection title="Doanh số và hoa hồng" note={`Số liệu lúc ${momentText(row.as_of)}`}>
        <Sales row={row} onDispute={onDispute} />
      </RecordSection>
      {figures.given_back.length > 0 && (
        <RecordSection title="Đơn hoàn tiền trong kỳ" note="Không tính vào doanh số">
          <GivenBack row={row} />
        </RecordSection>
      )}
      {figures.corrections.orders > 0 && (
        <RecordSection title="Điều chỉnh kỳ trước" note={`${numberText(figures.corrections.orders)} đơn`}>
          <Corrections figures={figures} />
        </RecordSection>
      )}
      <RecordSection title="Công nợ">
        <Debt row={row} />
      </RecordSection>
      <RecordSection title="Hạn mức và ký quỹ" items={limitItems(row)} />
      {row.notes.length > 0 && (
        <RecordSection title="Trao đổi" note={row.open_disputes > 0 ? `${row.open_disputes} dòng chưa xong` : null}>
          <Disputes row={row} onAnswer={onDispute} />
        </RecordSection>
      )}
      <RecordSection title="Lịch sử">
        <History table="partner_statement" id={row.statement_id} />
      </RecordSection>
    </RecordView>
  )
}

function Problems({ row }: { row: StatementDetailRow }) {
  const { debt_limit, debt_now, deposit_now } = row
  const excess = debt_limit === null ? 0 : debt_now - debt_limit - deposit_now
  return (
    <Stack gap={2}>
      {row.is_changed && (
        <Banner kind="warning" title="Số liệu đã thay đổi">
          Bảng đang hiện số liệu mới nhất. Xác nhận trước đó không còn hiệu lực cho số liệu này.
        </Banner>
      )}
      {row.lost_at !== null && row.status < statementStatus.confirmed && !row.is_changed && (
        <Banner kind="warning" title="Đã mất xác nhận">
          {`Số liệu thay đổi sau khi một bên xác nhận; xác nhận đó hết hiệu lực lúc ${momentText(row.lost_at)}.`}
        </Banner>
      )}
      {row.status === statementStatus.disputed && (
        <Banner kind="warning">{`${row.open_disputes} dòng đang khiếu nại: chưa xác nhận được.`}</Banner>
      )}
      {excess > 0 && <Banner kind="warning">{`Nợ hiện tại vượt hạn mức và ký quỹ ${moneyText(excess)}.`}</Banner>}
      {row.cancel_reason !== null && (
        <Banner kind="info" title="Bảng đã hủy">
          {row.cancel_reason}
        </Banner>
      )}
    </Stack>
  )
}

function Debt({ row }: { row: StatementDetailRow }) {
  const { figures, partner_id, from_date, to_date } = row
  const { corrections } = figures
  const labels = linesOf(figures)
  const payments = figures.payments.filter(({ kind }) => kind === paymentKinds.paid || kind === paymentKinds.paid_out)
  return (
    <SumLines
      lines={[
        { label: 'Nợ đầu kỳ', value: moneyText(figures.opening_debt) },
        { label: 'Đại lý thu hộ trong kỳ', value: changeText(figures.collected) },
        { label: 'Hoa hồng trong kỳ', value: changeText(-figures.commission) },
        ...(corrections.orders > 0 ? [{ label: 'Điều chỉnh kỳ trước', value: changeText(corrections.due) }] : []),
        ...payments.map(({ line, kind, amount }) => ({
          label: labels.get(line)!,
          value: (
            <PageLink to={partnerStatementPage.url} search={paymentsSearch({ partner_id, kind, from_date, to_date })}>
              {changeText(kind === paymentKinds.paid ? -amount : amount)}
            </PageLink>
          ),
        })),
      ]}
      sum={{ label: 'Nợ cuối kỳ', value: moneyText(figures.closing_debt) }}
    />
  )
}

interface PaymentsFilter {
  partner_id: number
  kind: number
  from_date: string
  to_date: string
}

const paymentsSearch = ({ partner_id, kind, from_date, to_date }: PaymentsFilter) => ({
  tab: 'payments',
  partner_id: String(partner_id),
  kind: String(kind),
  status: String(paymentStatus.done),
  from_date,
  to_date,
})
