/** The details of a withdrawal: the receiver, its status, the payment orders, its history. */
import type { RowAct } from '#web/action/act.tsx'
import type { OpenRecord } from '#web/record/open-record.ts'
import { CustomerPhone } from '#web/record/customer-phone.tsx'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import { useRead } from '#web/call/api.ts'
import { itemsOf, signedText } from '#web/record/facts.ts'
import { momentText } from '#web/value/format.ts'
import { History } from '#web/record/history.tsx'
import { useRights } from '#web/session/rights.ts'
import { CopyButton } from '#web/ui/action/copy-button.tsx'
import { Row } from '#web/ui/layout/layout.tsx'
import { Mono, Text } from '#web/ui/layout/text.tsx'
import { idIn } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { moneyText } from '#contract/text/money-text.ts'
import { walletHistoryPage } from '#features/wallets/pages.contract.ts'
import { TargetLink, walletHistoryTarget, walletTarget } from '#features/wallets/links.screen.tsx'
import { wallets, Wallet } from '#features/wallets/wallet/wallet.contract.ts'
import { Payouts } from './payouts.screen.tsx'
import { WithdrawalState } from './withdrawal-state.screen.tsx'
import { receiverNumber, totalOf, type WithdrawalDetailRow, type WithdrawalRow } from './withdrawal-row.screen.tsx'
import { withdrawals, WithdrawalDetail, withdrawalStatus } from './withdrawal.contract.ts'

export interface WithdrawalDetailProps {
  record: OpenRecord
  actsOf: (row: WithdrawalRow) => RowAct[]
}

export default function WithdrawalDrawer({ record, actsOf }: WithdrawalDetailProps) {
  const withdrawal_id = idIn(record.id)
  const detail = useRead(withdrawals.detail, { withdrawal_id }, { enabled: withdrawal_id > 0 })
  const title = detail.data ? `Yêu cầu ${detail.data.withdrawal_code}` : 'Yêu cầu rút tiền'
  return (
    <RecordDrawer record={record} read={detail} row={detail.data} title={title}>
      {(row) => <WithdrawalView row={row} acts={actsOf(row)} />}
    </RecordDrawer>
  )
}

function WithdrawalView({ row, acts }: { row: WithdrawalDetailRow; acts: RowAct[] }) {
  const { head, rest } = factsOf(row)
  return (
    <RecordView
      amount={row.amount}
      trouble={<WithdrawalState row={row} />}
      facts={head}
      timeline={<History table="withdrawal" id={row.withdrawal_id} />}
      acts={acts}
    >
      <RecordSection title={infoOf(shape.payouts)!.label} note={row.payouts.length || null}>
        <Payouts payouts={row.payouts} />
      </RecordSection>
      <RecordSection title="Yêu cầu" items={rest} />
    </RecordView>
  )
}

const { shape } = WithdrawalDetail
const wide_fields: ReadonlySet<string> = new Set(['result_message', 'note', 'ledger_ref'])

/** The receiver and their account come first. */
function factsOf(row: WithdrawalDetailRow) {
  const head = {
    full_name: <Customer row={row} />,
    account_name: row.account_name,
    account_number: (
      <Row gap={1} wrap={false}>
        <Mono>{`${row.short_name} ${unbroken(receiverNumber(row))}`}</Mono>
        <CopyButton text={row.account_number} label="Sao chép số tài khoản" />
      </Row>
    ),
    fee: `${moneyText(row.fee)}, tổng cộng ${moneyText(totalOf(row))}`,
  }
  const rest = {
    msisdn: <CustomerPhone msisdn={row.msisdn} />,
    created_at: momentText(row.created_at),
    first_by_name: signedText(row.first_by_name, row.first_at),
    processed_by_name: signedText(row.processed_by_name, row.processed_at),
    finished_at: row.finished_at && momentText(row.finished_at),
    result_message: row.result_message && `${row.result_message} (mã ${row.result_code})`,
    trans_id: row.trans_id && <Mono>{row.trans_id}</Mono>,
    // The reason of a rejection is shown above.
    note: row.status === withdrawalStatus.rejected ? null : row.note,
    updated_by_name: signedText(row.updated_by_name, row.updated_at),
    ledger_ref: <LedgerRef row={row} />,
  }
  return { head: itemsOf(WithdrawalDetail, head), rest: itemsOf(WithdrawalDetail, rest, { wide: wide_fields }) }
}

/** A number that moves to the next line whole. */
const unbroken = (number_text: string) => number_text.replaceAll(' ', '\u00a0')

/** With the wallet's balance, for people who may see wallets. */
function Customer({ row: { account_id, full_name } }: { row: WithdrawalDetailRow }) {
  const { can } = useRights()
  const enabled = can(wallets.detail)
  const wallet = useRead(wallets.detail, { account_id }, { enabled }).data
  if (!enabled) return full_name
  return (
    <>
      <TargetLink target={walletTarget(account_id)}>{full_name}</TargetLink>
      {wallet &&
        (['balance', 'held'] as const).map((name) => (
          <Text key={name} tone="muted">
            {`${infoOf(Wallet.shape[name])!.label} ${moneyText(wallet[name])}`}
          </Text>
        ))}
    </>
  )
}

function LedgerRef({ row: { account_id, ledger_ref } }: { row: WithdrawalDetailRow }) {
  const { can } = useRights()
  return (
    <Row>
      <Mono>{ledger_ref}</Mono>
      {can(walletHistoryPage.view) && (
        <TargetLink target={walletHistoryTarget(account_id)}>Xem giao dịch ví</TargetLink>
      )}
    </Row>
  )
}
