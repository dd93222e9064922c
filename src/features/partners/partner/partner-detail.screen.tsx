import type { RowAct } from '#web/action/act.tsx'
import type { OpenRecord } from '#web/record/open-record.ts'
import { RecordDrawer } from '#web/record/record-drawer.tsx'
import { RecordSection, RecordView } from '#web/record/record-view.tsx'
import { useRead } from '#web/call/api.ts'
import { History } from '#web/record/history.tsx'
import { factsOf } from '#web/record/facts.ts'
import { show } from '#web/value/kinds.tsx'
import { idIn } from '#web/list/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { BankAccounts } from '#features/partners/bank-account/bank-accounts.screen.tsx'
import type { PartnerRow } from './partner-acts.screen.tsx'
import { PartnerDiscounts } from './partner-discounts.screen.tsx'
import { PartnerPos } from './partner-pos.screen.tsx'
import { PartnerUsers } from './partner-users.screen.tsx'
import { Partner, partner } from './partner.contract.ts'
import { partnerParts } from './partner-parts.contract.ts'

export interface PartnerDetailProps {
  record: OpenRecord
  actsOf: (row: PartnerRow) => RowAct[]
}

export default function PartnerDetail({ record, actsOf }: PartnerDetailProps) {
  const partner_id = idIn(record.id)
  const detail = useRead(partner.detail, { partner_id }, { enabled: partner_id > 0 })
  const { partner_info, banks = [] } = detail.data ?? {}
  return (
    <RecordDrawer record={record} read={detail} row={partner_info} title={partner_info?.partner_name ?? 'Đại lý'}>
      {(row) => (
        <RecordView
          status={show(infoOf(Partner.shape.status), row.status)}
          note={row.partner_code}
          facts={factsOf(Partner, row, head_fields)}
          timeline={<History table="partner" id={partner_id} />}
          acts={actsOf(row)}
        >
          <RecordSection title="Điểm bán" note={row.pos_count}>
            <PartnerPos row={row} />
          </RecordSection>
          <RecordSection title="Ngân hàng" note={banks.length}>
            <BankAccounts
              rows={banks}
              add={partnerParts.addBank}
              update={partnerParts.updateBank}
              remove={partnerParts.deleteBank}
              owner={{ partner_id }}
              keyOf={({ partner_bank_id }) => ({ partner_bank_id })}
            />
          </RecordSection>
          <RecordSection title="Chiết khấu">
            <PartnerDiscounts partner_id={partner_id} />
          </RecordSection>
          <RecordSection title="Người dùng">
            <PartnerUsers partner_id={partner_id} />
          </RecordSection>
          <RecordSection
            title="Thông tin"
            items={factsOf(Partner, row, info_fields, {
              wide: wide_fields,
              values: row.pos_limit == null ? { pos_limit: 'Không giới hạn' } : {},
            })}
          />
        </RecordView>
      )}
    </RecordDrawer>
  )
}

const head_fields = ['partner_type', 'representative', 'phone_number', 'tax_code'] as const
const info_fields = [
  'email',
  'address',
  'district_name',
  'province_name',
  'pos_count',
  'pos_limit',
  'debt_limit',
  'statement_period',
  'note',
  'created_at',
  'created_by_name',
  'updated_at',
  'updated_by_name',
] as const
const wide_fields: ReadonlySet<string> = new Set(['email', 'address', 'note'])
