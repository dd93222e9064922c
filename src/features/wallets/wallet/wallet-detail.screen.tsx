/** A wallet beside the list: what it holds, what happened in it last, and what staff changed by hand. */
import { ActButtons } from '#web/act-buttons.tsx'
import { runAct, type RowAct } from '#web/act.tsx'
import { useRead } from '#web/api.ts'
import { momentText, phoneText, textOf } from '#web/format.ts'
import { show } from '#web/kinds.tsx'
import { ReadFallback } from '#web/fallback.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { RecordList } from '#web/ui/record-list.tsx'
import { Heading, Text } from '#web/ui/text.tsx'
import { infoOf } from '#contract/schema.ts'
import { useDecisions } from '#features/wallets/adjustment/decisions.screen.tsx'
import { adjustmentDirection, adjustmentStatus } from '#features/wallets/adjustment/adjustment.contract.ts'
import { walletHistoryPage } from '#features/wallets/pages.contract.ts'
import { TargetLink, walletHistoryTarget } from '#features/wallets/places.screen.tsx'
import { useRights } from '#web/rights.ts'
import { idIn } from '#web/use-list.ts'
import type { WalletRow } from './wallet-row.screen.tsx'
import { walletDecisions, type WalletAdjustmentRow } from './wallet-adjustments.screen.tsx'
import { accountWallet, Wallet, WalletAdjustment, WalletEntry, walletStatus } from './wallet.contract.ts'

export interface WalletDetailProps {
  /** The wallet's id, as the address has it; null while none is open. */
  opened: string | null
  onClose: () => void
  actsOf: (wallet: WalletRow) => RowAct[]
}

export default function WalletDetail({ opened, onClose, actsOf }: WalletDetailProps) {
  const account_id = idIn(opened)
  const enabled = account_id > 0
  const detail = useRead(accountWallet.detail, { account_id }, { enabled })
  const wallet = detail.data
  return (
    <Drawer
      open={enabled}
      onClose={onClose}
      title={wallet?.full_name ?? 'Ví'}
      description={wallet && phoneText(wallet.msisdn)}
      size="lg"
      footer={wallet && <ActButtons acts={actsOf(wallet)} />}
    >
      <ReadFallback read={detail} />
      {wallet && (
        <Stack gap={5}>
          <Holdings wallet={wallet} />
          <Adjustments account_id={account_id} />
          <Latest account_id={account_id} />
        </Stack>
      )}
    </Drawer>
  )
}

const amounts = ['balance', 'held', 'available'] as const

function Holdings({ wallet }: { wallet: WalletRow }) {
  const locked = wallet.status === walletStatus.locked
  return (
    <Stack gap={3}>
      <Row>{show(infoOf(Wallet.shape.status), wallet.status)}</Row>
      <DescriptionList
        items={amounts.map((name) => {
          const info = infoOf(Wallet.shape[name])!
          return {
            label: info.label,
            wide: name === 'balance',
            value: (
              <Text as="span" strong size={name === 'balance' ? 'xl' : 'md'}>
                {textOf(info, wallet[name])}
              </Text>
            ),
          }
        })}
      />
      {wallet.status_reason && (
        <Banner kind={locked ? 'warning' : 'info'} title={locked ? 'Lý do khóa' : 'Lý do mở khóa'}>
          {wallet.status_reason}
        </Banner>
      )}
    </Stack>
  )
}

/** As many as tell what is going on; the pages have the rest. */
const page_size = 10

function Adjustments({ account_id }: { account_id: number }) {
  const read = useRead(accountWallet.adjustments, { account_id, page_size, part: 'rows' })
  const { actsOf, dialog } = useDecisions<WalletAdjustmentRow>(walletDecisions)
  const rows = read.data?.items ?? []
  if (read.data && rows.length === 0) return null
  return (
    <Stack gap={2}>
      <Heading level={3}>Điều chỉnh số dư</Heading>
      <ReadFallback read={read} lines={2} />
      {rows.length > 0 && (
        <RecordList
          items={rows.map((row) => ({
            key: String(row.adjustment_id),
            icon: row.direction === adjustmentDirection.increase ? 'plus' : 'minus',
            title: `${row.adjustment_code} · ${textOf({ kind: 'change', label: '' }, row.direction * row.amount)}`,
            badge: show(infoOf(WalletAdjustment.shape.status), row.status),
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
    </Stack>
  )
}

/** Icons, as in the list: beside a reason there is no room for words on a phone. */
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

/** What is only set aside or freed leaves the balance as it is, so that it has no sign. */
const movedText = ({ amount, held }: { amount: number; held: number }) =>
  amount === 0 ? textOf({ kind: 'money', label: '' }, Math.abs(held)) : textOf(infoOf(WalletEntry.shape.amount), amount)

function Latest({ account_id }: { account_id: number }) {
  const { can } = useRights()
  const read = useRead(accountWallet.transactionHistory, { account_id, page_size, part: 'rows' })
  const rows = read.data?.items ?? []
  return (
    <Stack gap={2}>
      <Row justify="between">
        <Heading level={3}>Giao dịch gần đây</Heading>
        {can(walletHistoryPage.view) && <TargetLink place={walletHistoryTarget(account_id)}>Xem tất cả</TargetLink>}
      </Row>
      <ReadFallback read={read} lines={4} />
      {read.data && rows.length === 0 && <EmptyState kind="empty" icon="history" title="Chưa có giao dịch nào" />}
      {rows.length > 0 && (
        <RecordList
          items={rows.map((row) => ({
            key: String(row.entry_id),
            title: `${textOf(infoOf(WalletEntry.shape.type), row.type)} ${movedText(row)}`,
            lines: [
              [row.reason, row.reference].filter(Boolean).join(' · '),
              `${momentText(row.at, true)}, số dư sau ${textOf(infoOf(WalletEntry.shape.balance_after), row.balance_after)}`,
            ],
          }))}
        />
      )}
    </Stack>
  )
}
