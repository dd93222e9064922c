import { itemsOf } from '#web/record/facts.ts'
import { momentText, numberText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Row } from '#web/ui/layout/layout.tsx'
import { Mono, Text } from '#web/ui/layout/text.tsx'
import { Timeline } from '#web/ui/show/timeline.tsx'
import { infoOf } from '#contract/schema.ts'
import type { WithdrawalDetailRow } from './withdrawal-row.screen.tsx'
import { Payout, payoutStatus } from '#features/wallets/payout/payout.contract.ts'

type PayoutRow = WithdrawalDetailRow['payouts'][number]

/** The payment orders to the gateway, newest first. */
export function Payouts({ payouts }: { payouts: readonly PayoutRow[] }) {
  if (payouts.length === 0) return <EmptyState kind="empty" icon="wallet" title="Chưa gửi lệnh chi nào" />
  return (
    <Timeline
      entries={payouts.map((payout) => ({
        key: payout.order_id,
        title: (
          <Row>
            <Mono>{payout.order_id}</Mono>
            {show(infoOf(Payout.shape.status), payout.status)}
          </Row>
        ),
        subtitle: sentText(payout),
        ...toneOf(payout),
        children: <Answer payout={payout} />,
      }))}
    />
  )
}

function sentText({ sent_at, tries }: PayoutRow): string {
  const { shape } = Payout
  const sent_text = sent_at === null ? 'Chưa gửi' : `${infoOf(shape.sent_at)!.label} ${momentText(sent_at, true)}`
  return `${sent_text} · ${infoOf(shape.tries)!.label}: ${numberText(tries)}`
}

function toneOf({ status }: PayoutRow) {
  if (status === payoutStatus.paid) return { tone: 'green' } as const
  return status === payoutStatus.failed ? ({ tone: 'red' } as const) : {}
}

const wide_fields: ReadonlySet<string> = new Set(['result_message'])

function Answer({ payout: { answered_at, result_code, result_message, trans_id } }: { payout: PayoutRow }) {
  if (answered_at === null && result_code === null) return <Text tone="muted">Cổng chi trả chưa trả lời.</Text>
  const values = {
    result_message,
    result_code: result_code && <Mono>{result_code}</Mono>,
    trans_id: trans_id && <Mono>{trans_id}</Mono>,
    answered_at: answered_at && momentText(answered_at, true),
  }
  return <DescriptionList items={itemsOf(Payout, values, { wide: wide_fields })} />
}
