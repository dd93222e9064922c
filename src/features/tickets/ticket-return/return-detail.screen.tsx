/** A return slip: what is returned on which terms, and who made and confirmed it. */
import { infoOf } from '#contract/schema.ts'
import { percentText } from '#contract/text/percent-text.ts'
import type { RowAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { serverNow } from '#web/call/clock.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { idIn, useLocalList } from '#web/list/use-list.ts'
import { factsOf } from '#web/record/facts.ts'
import { FoldedHistory } from '#web/record/history.tsx'
import type { OpenRecord } from '#web/record/open-record.ts'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { RecordTimeline } from '#web/record/record-timeline.tsx'
import { Signals } from '#web/record/signals.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import { momentText, numberText, textOf } from '#web/value/format.ts'
import { show } from '#web/value/kinds.tsx'
import { Stack } from '#web/ui/layout/layout.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { riskSignalsOf } from './return.rules.ts'
import { ReturnSlip, ticketReturn, type ReturnRow } from './ticket-return.contract.ts'
import { returnLife } from './return-life.contract.ts'

export interface ReturnDetailProps {
  record: OpenRecord
  actsOf: (row: ReturnRow) => RowAct[]
}

export default function ReturnDetail({ record, actsOf }: ReturnDetailProps) {
  const ticket_return_id = idIn(record.id)
  const read = useRead(
    ticketReturn.detail,
    { ticket_return_id, page_size: 10, part: 'rows' },
    { enabled: ticket_return_id > 0 },
  )
  const slip = read.data?.slip
  return (
    <RecordDrawer record={record} read={read} row={slip} title={slip ? `Phiếu ${slip.return_code}` : 'Phiếu hoàn vé'}>
      {(row) => <SlipView key={row.ticket_return_id} slip={row} acts={actsOf(row)} />}
    </RecordDrawer>
  )
}

function SlipView({ slip, acts }: { slip: ReturnRow; acts: RowAct[] }) {
  const lines = useLocalList(ticketReturn.detail, { ticket_return_id: slip.ticket_return_id })
  const values = {
    limit_rate: `${percentText(slip.limit_rate / 10)} của ${numberText(slip.received)} vé đã nhận`,
    price_rate: `${percentText(slip.price_rate / 10)} mệnh giá`,
  }
  return (
    <RecordView
      status={show(infoOf(ReturnSlip.shape.status), slip.status)}
      amount={slip.amount}
      trouble={
        <>
          <Signals signals={riskSignalsOf(slip, serverNow())} />
          {slip.decision && <Banner kind="error">{slip.decision}</Banner>}
        </>
      }
      facts={factsOf(ReturnSlip, slip, ['base_name', 'area_name', 'open_date', 'quantity'])}
      deadline={`Giờ chốt hoàn ${momentText(slip.return_until)}`}
      timeline={
        <Stack gap={4}>
          <RecordTimeline
            events={[
              { title: 'Lập phiếu', at: slip.created_at, by: slip.created_by_name, details: slip.reason },
              {
                title: textOf(infoOf(ReturnSlip.shape.status), slip.status),
                at: slip.decided_at,
                by: slip.decided_by_name ?? 'Hệ thống',
                tone: slip.status === returnLife.status.confirmed ? 'green' : 'red',
              },
            ]}
          />
          <FoldedHistory table="ticket_return" id={slip.ticket_return_id} />
        </Stack>
      }
      acts={acts}
    >
      <RecordSection
        title="Điều kiện của phiếu"
        items={factsOf(ReturnSlip, slip, ['limit_rate', 'price_rate', 'returned_before', 'face_amount'], { values })}
      />
      <RecordSection title="Vé" note={`${numberText(slip.line_count)} dòng · ${numberText(slip.quantity)} vé`}>
        <DataTable
          list={lines}
          noun="dòng"
          columns={[
            { key: 'number', width: 88 },
            { key: 'series', width: 80, hidden: lines.rows.every(({ series }) => !series) },
            { key: 'quantity', width: 76 },
            { key: 'face_value', width: 96, hidden: true },
            { key: 'return_price', width: 88 },
            { key: 'amount', width: 112 },
          ]}
        />
      </RecordSection>
    </RecordView>
  )
}
