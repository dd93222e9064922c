import type { RowAct } from '#web/action/act.tsx'
import type { OpenRecord } from '#web/record/open-record.ts'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import { useRead } from '#web/call/api.ts'
import { History } from '#web/record/history.tsx'
import { factsOf } from '#web/record/facts.ts'
import { show } from '#web/value/kinds.tsx'
import { ShownPlace } from '#web/place/shown-place.tsx'
import { idIn } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { BankAccounts } from '#features/partners/bank-account/bank-accounts.screen.tsx'
import type { PosRow } from './pos-acts.screen.tsx'
import { PosDevices } from '#features/partners/pos-device/pos-devices.screen.tsx'
import { PosUsers } from '#features/partners/user-pos/users-of-pos.screen.tsx'
import { Pos, pos } from './pos.contract.ts'

export interface PosDetailProps {
  record: OpenRecord
  actsOf: (row: PosRow) => RowAct[]
}

export default function PosDetail({ record, actsOf }: PosDetailProps) {
  const pos_id = idIn(record.id)
  const detail = useRead(pos.detail, { pos_id }, { enabled: pos_id > 0 })
  return (
    <RecordDrawer record={record} read={detail} row={detail.data} title={detail.data?.pos_name ?? 'POS'}>
      {(row) => (
        <RecordView
          status={show(infoOf(Pos.shape.status), row.status)}
          note={[row.pos_code, row.partner_name].filter(Boolean).join(' · ')}
          facts={factsOf(Pos, row, head_fields)}
          timeline={<History table="pos" id={pos_id} />}
          acts={actsOf(row)}
        >
          <RecordSection title="Thiết bị" note={row.devices.length}>
            <PosDevices pos_id={pos_id} rows={row.devices} />
          </RecordSection>
          <RecordSection title="Tài khoản POS">
            <PosUsers pos_id={pos_id} />
          </RecordSection>
          <RecordSection title="Ngân hàng" note={row.banks.length}>
            <BankAccounts
              rows={row.banks}
              add={pos.addBank}
              update={pos.updateBank}
              remove={pos.deleteBank}
              owner={{ pos_id }}
              keyOf={({ pos_bank_id }) => ({ pos_bank_id })}
            />
          </RecordSection>
          <RecordSection
            title="Thông tin"
            items={factsOf(Pos, row, info_fields, {
              wide: wide_fields,
              values: {
                ...(row.day_sale_limit == null && { day_sale_limit: 'Không giới hạn' }),
                position: row.position && <ShownPlace value={row.position} />,
              },
            })}
          />
        </RecordView>
      )}
    </RecordDrawer>
  )
}

const head_fields = ['contact_name', 'phone_number', 'address', 'pos_group_name'] as const
const info_fields = [
  'district_name',
  'province_name',
  'open_time',
  'close_time',
  'day_sale_limit',
  'note',
  'position',
  'created_at',
  'created_by_name',
  'updated_at',
  'updated_by_name',
] as const

const wide_fields: ReadonlySet<string> = new Set(['note', 'position'])
