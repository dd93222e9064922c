/** The details of a wallet: its balance, its last transactions, and its adjustments. */
import { runAct, type RowAct } from '#web/action/act.tsx'
import type { OpenRecord } from '#web/record/open-record.ts'
import { Signals } from '#web/record/signals.tsx'
import { CustomerPhone } from '#web/record/customer-phone.tsx'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import { useRead } from '#web/call/api.ts'
import { momentText, textOf } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { ReadFallback } from '#web/record/fallback.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Row, Stack } from '#web/ui/layout/layout.tsx'
import { RecordList } from '#web/ui/show/record-list.tsx'
import { factsOf } from '#web/record/facts.ts'
import { timeOf } from '#web/record/record-timeline.tsx'
import { Timeline } from '#web/ui/show/timeline.tsx'
import type { AnswerOf } from '#contract/call.ts'
import { infoOf } from '#contract/schema.ts'
import { riskSignalsOf } from '#features/wallets/adjustment/adjustment.rules.ts'
import { useDecisions } from '#features/wallets/adjustment/decisions.screen.tsx'
import { adjustmentDirection, adjustmentStatus } from '#features/wallets/adjustment/adjustment.contract.ts'
import { walletHistoryPage } from '#features/wallets/pages.contract.ts'
import { TargetLink, walletHistoryTarget } from '#features/wallets/links.screen.tsx'
import { useRights } from '#web/session/rights.ts'
import { idIn } from '#web/list/use-list.ts'
import type { WalletRow } from './wallet-row.screen.tsx'
import { walletDecisions, type WalletAdjustmentRow } from './wallet-adjustments.screen.tsx'
import { wallets, Wallet, WalletEntry } from './wallet.contract.ts'
import { WalletAdjustment } from './wallet-adjustment.contract.ts'
import { walletAdjustment } from './wallet-adjustment.contract.ts'
import { walletStatus } from './wallet-status.contract.ts'

export interface WalletDetailProps {
  record: OpenRecord
  actsOf: (wallet: WalletRow) => RowAct[]
}

export default function WalletDetail({ record, actsOf }: WalletDetailProps) {
  const account_id = idIn(record.id)
  const detail = useRead(wallets.detail, { account_id }, { enabled: account_id > 0 })
  return (
    <RecordDrawer record={record} read={detail} row={detail.data} title={detail.data?.full_name ?? 'Ví'}>
      {(wallet) => (
        <RecordView
          status={show(infoOf(Wallet.shape.status), wallet.status)}
          amount={wallet.balance}
          trouble={<StatusReason wallet={wallet} />}
          facts={[
            {
              label: infoOf(Wallet.shape.msisdn)!.label,
              value: <CustomerPhone msisdn={wallet.msisdn} />,
            },
            ...factsOf(Wallet, wallet, ['held', 'available', 'created_at']),
          ]}
          timeline={<LatestEntries account_id={account_id} />}
          acts={actsOf(wallet)}
        >
          <Accounts accounts={wallet.accounts} />
          <Adjustments account_id={account_id} />
        </RecordView>
      )}
    </RecordDrawer>
  )
}

function StatusReason({ wallet }: { wallet: WalletRow }) {
  const isLocked = wallet.status === walletStatus.locked
  if (!wallet.status_reason) return null
  return (
    <Banner kind={isLocked ? 'warning' : 'info'} title={isLocked ? 'Lý do khóa' : 'Lý do mở khóa'}>
      {wallet.status_reason}
    </Banner>
  )
}

function Accounts({ accounts }: { accounts: AnswerOf<typeof wallets.detail>['accounts'] }) {
  if (accounts.length === 0) return null
  return (
    <RecordSection title="Tài khoản nhận tiền">
      <RecordList
        items={accounts.map(({ customer_account_id, bank_name, account_number, account_name }) => ({
          key: String(customer_account_id),
          icon: 'bank',
          title: `${bank_name} · ${account_number}`,
          lines: [account_name],
        }))}
      />
    </RecordSection>
  )
}

/** Only the newest are shown; the pages have the rest. */
const page_size = 10

function Adjustments({ account_id }: { account_id: number }) {
  const read = useRead(walletAdjustment.list, { account_id, page_size, part: 'rows' })
  const { actsOf, dialog } = useDecisions<WalletAdjustmentRow>(walletDecisions)
  const rows = read.data?.items ?? []
  if (read.data && rows.length === 0) return null
  return (
    <RecordSection title="Điều chỉnh số dư">
      <ReadFallback read={read} lines={2} />
      {rows.length > 0 && (
        <RecordList
          items={rows.map((row) => ({
            key: String(row.adjustment_id),
            icon: row.direction === adjustmentDirection.increase ? 'plus' : 'minus',
            title: `${row.adjustment_code} · ${textOf({ kind: 'change', label: '' }, row.direction * row.amount)}`,
            badge: (
              <Row gap={1}>
                {show(infoOf(WalletAdjustment.shape.status), row.status)}
                <Signals signals={riskSignalsOf(row)} />
              </Row>
            ),
            lines: [
              row.reason,
              `${row.created_by_name}, ${momentText(row.created_at)}`,
              row.decision_reason && `${row.decided_by_name}: ${row.decision_reason}`,
            ].filter((line) => line !== null),
            action: row.status === adjustmentStatus.waiting && <Decide acts={actsOf(row)} />,
          }))}
        />
      )}
      {dialog}
    </RecordSection>
  )
}

/** Icons, as in the list: a phone has no room for labels beside a reason. */
function Decide({ acts }: { acts: readonly RowAct[] }) {
  const { can } = useRights()
  return (
    <Row gap={1} wrap={false}>
      {acts
        .filter((act) => can(act.call))
        .map((act) => (
          <IconButton
            key={act.label}
            icon={act.icon ?? 'arrow-right'}
            label={act.label}
            tone={act.danger ? 'danger' : 'accent'}
            bordered
            whyNot={act.whyNot}
            onClick={() => void runAct(act)}
          />
        ))}
    </Row>
  )
}

/** Putting money on hold or releasing it does not change the balance, so the amount has no sign. */
const movedText = ({ amount, held }: { amount: number; held: number }) =>
  amount === 0 ? textOf({ kind: 'money', label: '' }, Math.abs(held)) : textOf(infoOf(WalletEntry.shape.amount), amount)

function LatestEntries({ account_id }: { account_id: number }) {
  const { can } = useRights()
  const read = useRead(wallets.transactionHistory, { account_id, page_size, part: 'rows' })
  const rows = read.data?.items ?? []
  return (
    <Stack gap={3}>
      <ReadFallback read={read} lines={4} />
      {read.data && rows.length === 0 && <EmptyState kind="empty" icon="history" title="Chưa có giao dịch nào" />}
      <Timeline
        entries={rows.map((row) => ({
          key: String(row.entry_id),
          ...timeOf(row.at),
          title: `${textOf(infoOf(WalletEntry.shape.type), row.type)} ${movedText(row)}`,
          subtitle: [row.reason, row.reason.includes(row.reference ?? '') ? null : row.reference]
            .filter(Boolean)
            .join(' · '),
          // Money on hold changes the available amount.
          children:
            row.amount === 0
              ? `Khả dụng sau ${textOf(infoOf(WalletEntry.shape.available_after), row.available_after)}`
              : `Số dư sau ${textOf(infoOf(WalletEntry.shape.balance_after), row.balance_after)}`,
        }))}
      />
      {can(walletHistoryPage.view) && <TargetLink target={walletHistoryTarget(account_id)}>Xem tất cả</TargetLink>}
    </Stack>
  )
}
