/** A deposit request in full: what was expected, what came in, and who matched the two. */
import type { RowAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { idIn } from '#web/list/use-list.ts'
import { CustomerPhone } from '#web/record/customer-phone.tsx'
import { factsOf } from '#web/record/facts.ts'
import { History } from '#web/record/history.tsx'
import type { OpenRecord } from '#web/record/open-record.ts'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import { Signals } from '#web/record/signals.tsx'
import { Deposit, deposits, type DepositRow } from './deposit.contract.ts'
import { stateOf } from './deposit-row.screen.tsx'
import { riskSignalsOf } from './deposit.rules.ts'

export interface DepositDetailProps {
  record: OpenRecord
  actsOf: (deposit: DepositRow) => RowAct[]
}

export default function DepositDrawer({ record, actsOf }: DepositDetailProps) {
  const transfer_id = idIn(record.id)
  const read = useRead(deposits.list, { transfer_id, part: 'rows' }, { enabled: transfer_id > 0 })
  const deposit = read.data?.items[0]
  return (
    <RecordDrawer
      record={record}
      read={read}
      row={deposit}
      title={deposit ? `Yêu cầu ${deposit.content}` : 'Yêu cầu nạp tiền'}
    >
      {(row) => (
        <RecordView
          status={stateOf(row)}
          amount={row.amount}
          trouble={<Signals signals={riskSignalsOf(row)} />}
          facts={factsOf(Deposit, row, ['full_name', 'msisdn', 'created_at', 'expires_at'], {
            values: {
              msisdn: <CustomerPhone msisdn={row.msisdn} />,
            },
          })}
          timeline={<History table="deposit" id={row.transfer_id} />}
          acts={actsOf(row)}
        >
          <RecordSection title="Tiền về" items={factsOf(Deposit, row, paid_fields)} />
          <RecordSection title="Yêu cầu" items={factsOf(Deposit, row, request_fields, { wide: new Set(['note']) })} />
        </RecordView>
      )}
    </RecordDrawer>
  )
}

const paid_fields = ['line_amount', 'payer_name', 'reference', 'paid_amount', 'finished_at'] as const
const request_fields = ['bank_name', 'account_number', 'matched_by_name', 'confirmed_by_name', 'note'] as const
