import { useState } from 'react'
import { ActButtons } from '#web/act-buttons.tsx'
import type { RowAct } from '#web/act.tsx'
import { useRead } from '#web/api.ts'
import { factsOf } from '#web/facts.ts'
import { show } from '#web/kinds.tsx'
import { ShownPlace } from '#web/place/shown-place.tsx'
import { ReadFallback } from '#web/fallback.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { idIn } from '#web/use-list.ts'
import { infoOf } from '#contract/schema.ts'
import { BankAccounts } from '#features/partners/bank-account/bank-accounts.screen.tsx'
import type { PosInList } from './pos-acts.screen.tsx'
import { PosDevices } from './pos-devices.screen.tsx'
import { PosUsers } from './pos-users.screen.tsx'
import { Pos, pos } from './pos.contract.ts'

interface PosDetailProps {
  /** The id of the point of sale, as the address has it; null while none is open. */
  opened: string | null
  onClose: () => void
  actsOf: (row: PosInList) => RowAct[]
}

type Tab = 'info' | 'banks' | 'devices' | 'users'

export function PosDetail({ opened, onClose, actsOf }: PosDetailProps) {
  const pos_id = idIn(opened)
  const enabled = pos_id > 0
  const detail = useRead(pos.detail, { pos_id }, { enabled })
  const [tab, setTab] = useState<Tab>('info')
  const row = detail.data
  return (
    <Drawer
      open={enabled}
      onClose={onClose}
      title={row?.pos_name ?? 'POS'}
      description={row && [row.pos_code, row.partner_name].filter(Boolean).join(' · ')}
      size="lg"
      footer={row && <ActButtons acts={actsOf(row)} />}
    >
      <ReadFallback read={detail} />
      {row && (
        <Tabs<Tab>
          value={tab}
          onChange={setTab}
          aria-label="Chi tiết POS"
          tabs={[
            { value: 'info', label: 'Thông tin', content: <Info row={row} /> },
            {
              value: 'banks',
              label: 'Ngân hàng',
              count: row.banks.length,
              content: (
                <BankAccounts
                  rows={row.banks}
                  add={pos.addBank}
                  update={pos.updateBank}
                  remove={pos.deleteBank}
                  owner={{ pos_id }}
                  keyOf={({ pos_bank_id }) => ({ pos_bank_id })}
                />
              ),
            },
            {
              value: 'devices',
              label: 'Thiết bị',
              count: row.devices.length,
              content: <PosDevices pos_id={pos_id} rows={row.devices} />,
            },
            { value: 'users', label: 'Tài khoản POS', content: <PosUsers pos_id={pos_id} /> },
          ]}
        />
      )}
    </Drawer>
  )
}

const shownFields = [
  'contact_name',
  'phone_number',
  'address',
  'district_name',
  'province_name',
  'partner_name',
  'pos_group_name',
  'open_time',
  'close_time',
  'day_sale_limit',
  'device_count',
  'note',
  'position',
  'created_at',
  'created_by_name',
  'updated_at',
  'updated_by_name',
] as const

const wide: ReadonlySet<string> = new Set(['address', 'note', 'position'])

function Info({ row }: { row: PosInList }) {
  const values = {
    ...(row.day_sale_limit == null && { day_sale_limit: 'Không giới hạn' }),
    position: row.position && <ShownPlace value={row.position} />,
  }
  return (
    <Stack gap={4}>
      <Row>{show(infoOf(Pos.shape.status), row.status)}</Row>
      <DescriptionList items={factsOf(Pos, row, shownFields, { wide, values })} />
    </Stack>
  )
}
