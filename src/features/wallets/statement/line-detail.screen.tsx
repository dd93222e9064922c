/** A statement line in full, beside the request that it names or was matched with. */
import type { RowAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { idIn } from '#web/list/use-list.ts'
import { factsOf } from '#web/record/facts.ts'
import { History } from '#web/record/history.tsx'
import type { OpenRecord } from '#web/record/open-record.ts'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import { show } from '#web/value/kinds.tsx'
import { Row } from '#web/ui/layout/layout.tsx'
import { Banner } from '#web/ui/message/banner.tsx'
import { infoOf } from '#contract/schema.ts'
import { Comparison, requestOf } from './comparison.screen.tsx'
import { stateOf, type BankLineRow } from './line-row.screen.tsx'
import { BankLine, statement } from './statement.contract.ts'

export interface LineDetailProps {
  record: OpenRecord
  actsOf: (line: BankLineRow) => RowAct[]
}

export default function LineDrawer({ record, actsOf }: LineDetailProps) {
  const bank_transaction_id = idIn(record.id)
  const read = useRead(statement.list, { bank_transaction_id, part: 'rows' }, { enabled: bank_transaction_id > 0 })
  const line = read.data?.items[0]
  return (
    <RecordDrawer
      record={record}
      read={read}
      row={line}
      title={line ? `Giao dịch ${line.reference}` : 'Giao dịch'}
      {...(line && { copy: line.reference })}
    >
      {(row) => (
        <RecordView
          status={stateOf(row)}
          amount={row.credit ?? row.debit ?? 0}
          trouble={
            <>
              {row.problem !== null && <Row>{show(infoOf(BankLine.shape.problem), row.problem)}</Row>}
              {row.note && (
                <Banner kind="info" title={infoOf(BankLine.shape.note)!.label}>
                  {row.note}
                </Banner>
              )}
            </>
          }
          facts={factsOf(BankLine, row, ['at', 'counter_name', 'bank_name', 'source'])}
          timeline={<History table="bank_transaction" id={row.bank_transaction_id} />}
          acts={actsOf(row)}
        >
          <RecordSection title="So với yêu cầu">
            <Comparison line={row} request={requestOf(row)} />
          </RecordSection>
        </RecordView>
      )}
    </RecordDrawer>
  )
}
