/** A claim: the ticket beside the sold lines, its photos, and the persons who took and approved it. */
import { CustomerPhone } from '#web/record/customer-phone.tsx'
import type { AnswerOf } from '#contract/call.ts'
import { infoOf } from '#contract/schema.ts'
import type { RowAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { idIn } from '#web/list/use-list.ts'
import { factsOf, itemsOf, signedText } from '#web/record/facts.ts'
import { History } from '#web/record/history.tsx'
import type { OpenRecord } from '#web/record/open-record.ts'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import { dayText, momentText } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { Pictures } from '#web/ui/picture/pictures.tsx'
import { moneyText } from '#contract/text/money-text.ts'
import { useState } from 'react'
import { Claim, ClaimDetail, claims, claimStatus } from './claim.contract.ts'
import type { ClaimRow } from './claim-acts.screen.tsx'

export interface ClaimDetailProps {
  record: OpenRecord
  actsOf: (row: ClaimRow) => RowAct[]
}

type Row = AnswerOf<typeof claims.detail>

export default function ClaimDrawer({ record, actsOf }: ClaimDetailProps) {
  const claim_id = idIn(record.id)
  const detail = useRead(claims.detail, { claim_id }, { enabled: claim_id > 0 })
  return (
    <RecordDrawer record={record} read={detail} row={detail.data} title={detail.data?.claim_code ?? 'Lượt nhận'}>
      {(row) => <ClaimView key={row.claim_id} row={row} acts={actsOf(row)} />}
    </RecordDrawer>
  )
}

const wide_fields: ReadonlySet<string> = new Set(['tickets', 'prizes', 'note', 'decision_reason'])

function ClaimView({ row, acts }: { row: Row; acts: RowAct[] }) {
  const papers = row.papers.map(({ numbers, series, quantity }) =>
    [numbers, series, quantity > 1 && `${quantity} tờ`].filter(Boolean).join(' · '),
  )
  return (
    <RecordView
      status={show(infoOf(Claim.shape.status), row.status)}
      amount={row.amount}
      trouble={
        <Stack gap={2}>
          {row.status === claimStatus.waiting && (
            <Banner kind="info">
              {`${row.created_by_name} đã nhận vé và đối chiếu. Người thứ hai nhìn vé thật rồi duyệt.`}
            </Banner>
          )}
          {row.decision_reason && <Banner kind="warning">{row.decision_reason}</Banner>}
        </Stack>
      }
      facts={itemsOf(ClaimDetail, {
        full_name: row.full_name,
        msisdn: row.msisdn && <CustomerPhone msisdn={row.msisdn} />,
        id_number: row.id_number,
        pay_method: show(infoOf(Claim.shape.pay_method), row.pay_method),
      })}
      timeline={<History table="reward_claim" id={row.claim_id} />}
      acts={acts}
    >
      <RecordSection
        title="Trên giấy"
        items={[
          { label: 'Vé', value: papers.join(', '), wide: true },
          { label: 'Ngày trên vé', value: dayText(row.paper_date) },
          { label: 'Tên trên đơn', value: row.order_name },
        ]}
      />
      <RecordSection
        title="Giải trúng"
        items={factsOf(ClaimDetail, row, ['reward_code', 'order_id', 'prizes', 'open_date', 'gross', 'tax', 'fee'], {
          wide: wide_fields,
        })}
      />
      <RecordSection
        title="Chi trả"
        items={itemsOf(
          ClaimDetail,
          {
            created_by_name: signedText(row.created_by_name, row.created_at),
            decided_by_name: signedText(row.decided_by_name, row.decided_at),
            transfer_ref: row.transfer_ref,
            amount: moneyText(row.amount),
            note: row.note,
          },
          { wide: wide_fields },
        )}
      />
      <RecordSection title="Ảnh chụp tại quầy">
        <Photos row={row} />
      </RecordSection>
    </RecordView>
  )
}

/** Photos are loaded only on request, because every look is in the audit log. */
function Photos({ row: { ticket_front, ticket_back, id_front, id_back, created_at } }: { row: Row }) {
  const [isVisible, setVisible] = useState(false)
  const images = [ticket_front, ticket_back, id_front, id_back].filter((image) => image !== null)
  if (isVisible) return <Pictures pictures={images} label="Ảnh vé và giấy tờ" />
  return (
    <Stack gap={2} align="start">
      <Text
        tone="muted"
        size="sm"
      >{`${images.length} ảnh, chụp ${momentText(created_at)}. Mỗi lần xem đều ghi nhật ký.`}</Text>
      <Button icon="eye" onClick={() => setVisible(true)}>
        Xem ảnh
      </Button>
    </Stack>
  )
}
