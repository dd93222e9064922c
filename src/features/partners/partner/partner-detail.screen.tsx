import { useState } from 'react'
import { ActButtons } from '#web/act-buttons.tsx'
import type { RowAct } from '#web/act.tsx'
import { useRead } from '#web/api.ts'
import { factsOf } from '#web/facts.ts'
import { show } from '#web/kinds.tsx'
import { ReadFallback } from '#web/fallback.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { idIn } from '#web/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { BankAccounts } from '#features/partners/bank-account/bank-accounts.screen.tsx'
import type { PartnerRow } from './partner-acts.screen.tsx'
import { PartnerPos } from './partner-pos.screen.tsx'
import { PartnerUsers } from './partner-users.screen.tsx'
import { Partner, partner } from './partner.contract.ts'

interface PartnerDetailProps {
  /** The agent's id, as the address has it; null while none is open. */
  opened: string | null
  onClose: () => void
  actsOf: (row: PartnerRow) => RowAct[]
}

type Tab = 'info' | 'banks' | 'pos' | 'users'

export function PartnerDetail({ opened, onClose, actsOf }: PartnerDetailProps) {
  const partner_id = idIn(opened)
  const enabled = partner_id > 0
  const detail = useRead(partner.detail, { partner_id }, { enabled })
  const [tab, setTab] = useState<Tab>('info')
  const { partner_info: row, banks = [] } = detail.data ?? {}
  return (
    <Drawer
      open={enabled}
      onClose={onClose}
      title={row?.partner_name ?? 'Đại lý'}
      description={row?.partner_code}
      size="lg"
      footer={row && <ActButtons acts={actsOf(row)} />}
    >
      <ReadFallback read={detail} />
      {row && (
        <Tabs<Tab>
          key={partner_id}
          value={tab}
          onChange={setTab}
          aria-label="Chi tiết đại lý"
          tabs={[
            { value: 'info', label: 'Thông tin', content: <Info row={row} /> },
            {
              value: 'banks',
              label: 'Ngân hàng',
              count: banks.length,
              content: (
                <BankAccounts
                  rows={banks}
                  add={partner.addBank}
                  update={partner.updateBank}
                  remove={partner.deleteBank}
                  owner={{ partner_id }}
                  keyOf={({ partner_bank_id }) => ({ partner_bank_id })}
                />
              ),
            },
            { value: 'pos', label: 'POS', count: row.pos_count, content: <PartnerPos row={row} /> },
            { value: 'users', label: 'Người dùng', content: <PartnerUsers partner_id={partner_id} /> },
          ]}
        />
      )}
    </Drawer>
  )
}

const shownFields = [
  'partner_type',
  'tax_code',
  'representative',
  'phone_number',
  'email',
  'address',
  'district_name',
  'province_name',
  'pos_count',
  'pos_limit',
  'note',
  'created_at',
  'created_by_name',
  'updated_at',
  'updated_by_name',
] as const
const wide: ReadonlySet<string> = new Set(['email', 'address', 'note'])

function Info({ row }: { row: PartnerRow }) {
  return (
    <Stack gap={4}>
      <Row>{show(infoOf(Partner.shape.status), row.status)}</Row>
      <DescriptionList
        items={factsOf(Partner, row, shownFields, {
          wide,
          values: row.pos_limit == null ? { pos_limit: 'Không giới hạn' } : {},
        })}
      />
    </Stack>
  )
}
