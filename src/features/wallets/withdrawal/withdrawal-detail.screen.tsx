/** A request for the person who decides on it: who gets what, how far it is and why, each try at the gateway, its history. */
import { useState } from 'react'
import { ActButtons } from '#web/act-buttons.tsx'
import type { RowAct } from '#web/act.tsx'
import { useRead } from '#web/api.ts'
import { itemsOf, signed } from '#web/facts.ts'
import { momentText, phoneText } from '#web/format.ts'
import { History } from '#web/history.tsx'
import { useRights } from '#web/rights.ts'
import { ReadFallback } from '#web/fallback.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Row, Spacer, Stack } from '#web/ui/layout.tsx'
import { moneyWords } from '#web/ui/money-words.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { Mono, Text } from '#web/ui/text.tsx'
import { idIn } from '#web/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { moneyText } from '#contract/money-text.ts'
import { walletHistoryPage } from '#features/wallets/pages.contract.ts'
import { TargetLink, walletHistoryTarget, walletTarget } from '#features/wallets/places.screen.tsx'
import { accountWallet, Wallet } from '#features/wallets/wallet/wallet.contract.ts'
import { Payouts } from './payouts.screen.tsx'
import { WithdrawalState } from './withdrawal-state.screen.tsx'
import { receiverNumber, totalOf, type WithdrawalDetailRow, type WithdrawalRow } from './withdrawal-row.screen.tsx'
import { withdrawal, WithdrawalDetail, withdrawalStatus } from './withdrawal.contract.ts'

export interface WithdrawalDetailProps {
  /** The request's id, as the address has it; null while none is open. */
  opened: string | null
  onClose: () => void
  actsOf: (row: WithdrawalRow) => RowAct[]
}

type Tab = 'info' | 'payouts' | 'history'

export default function WithdrawalDrawer({ opened, onClose, actsOf }: WithdrawalDetailProps) {
  const withdrawal_id = idIn(opened)
  const enabled = withdrawal_id > 0
  const detail = useRead(withdrawal.detail, { withdrawal_id }, { enabled })
  const [tab, setTab] = useState<Tab>('info')
  const row = detail.data
  return (
    <Drawer
      open={enabled}
      onClose={onClose}
      title={row ? `Yêu cầu ${row.withdrawal_code}` : 'Yêu cầu rút tiền'}
      description={row && `${moneyText(row.amount)} · ${row.full_name}`}
      size="lg"
      footer={
        row && (
          <>
            <Spacer />
            <ActButtons acts={actsOf(row)} />
          </>
        )
      }
    >
      <ReadFallback read={detail} />
      {row && (
        <Stack gap={4}>
          <WithdrawalState row={row} />
          <Tabs<Tab>
            value={tab}
            onChange={setTab}
            aria-label="Chi tiết yêu cầu rút tiền"
            tabs={[
              {
                value: 'info',
                label: 'Thông tin',
                content: <Facts row={row} />,
              },
              {
                value: 'payouts',
                label: infoOf(shape.payouts)!.label,
                count: row.payouts.length,
                content: <Payouts payouts={row.payouts} />,
              },
              { value: 'history', label: 'Lịch sử', content: <History table="withdrawal" id={row.withdrawal_id} /> },
            ]}
          />
        </Stack>
      )}
    </Drawer>
  )
}

const { shape } = WithdrawalDetail
const wide: ReadonlySet<string> = new Set(['amount', 'result_message', 'note', 'ledger_ref'])

function Facts({ row }: { row: WithdrawalDetailRow }) {
  const values = {
    full_name: <Customer row={row} />,
    msisdn: phoneText(row.msisdn),
    account_name: row.account_name,
    account_number: (
      <Row gap={1} wrap={false}>
        <Mono>{`${row.short_name} ${receiverNumber(row)}`}</Mono>
        <CopyButton text={row.account_number} label="Sao chép số tài khoản" />
      </Row>
    ),
    amount: (
      <>
        <Text strong>{moneyText(row.amount)}</Text>
        <Text tone="muted">{moneyWords(row.amount)}</Text>
      </>
    ),
    fee: `${moneyText(row.fee)}, tổng cộng ${moneyText(totalOf(row))}`,
    created_at: momentText(row.created_at),
    first_by_name: signed(row.first_by_name, row.first_at),
    processed_by_name: signed(row.processed_by_name, row.processed_at),
    finished_at: row.finished_at && momentText(row.finished_at),
    result_message: row.result_message && `${row.result_message} (mã ${row.result_code})`,
    trans_id: row.trans_id && <Mono>{row.trans_id}</Mono>,
    // Why it was rejected stands above.
    note: row.status === withdrawalStatus.rejected ? null : row.note,
    updated_by_name: signed(row.updated_by_name, row.updated_at),
    ledger_ref: <LedgerRef row={row} />,
  }
  // What has not happened yet is not missed.
  const known = itemsOf(WithdrawalDetail, values, { wide }).filter(({ value }) => value !== null)
  return <DescriptionList items={known} />
}

/** With what is in the wallet now, for those who may see wallets. */
function Customer({ row: { account_id, full_name } }: { row: WithdrawalDetailRow }) {
  const { can } = useRights()
  const enabled = can(accountWallet.detail)
  const wallet = useRead(accountWallet.detail, { account_id }, { enabled }).data
  if (!enabled) return full_name
  return (
    <>
      <TargetLink place={walletTarget(account_id)}>{full_name}</TargetLink>
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
      {can(walletHistoryPage.view) && <TargetLink place={walletHistoryTarget(account_id)}>Xem giao dịch ví</TargetLink>}
    </Row>
  )
}
