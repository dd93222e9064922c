/** Hoàn vé: unsold tickets by station and store with the remaining time, a slip being prepared, and the slips. */
import { useRead } from '#web/call/api.ts'
import { counting } from '#web/call/counting.ts'
import { useAddressValue } from '#web/list/use-list.ts'
import { ListScreen } from '#web/list/list-screen.tsx'
import { AddressTabs } from '#web/list/address-tabs.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { returnPage } from '#features/tickets/pages.contract.ts'
import { ticketReturn } from './ticket-return.contract.ts'
import { returnLife } from './return-life.contract.ts'

const Desk = lazyPart(() => import('./return-desk.screen.tsx'), { meanwhile: <Skeleton kind="block" /> })
const Slips = lazyPart(() => import('./return-slips.screen.tsx'), { meanwhile: <Skeleton lines={12} /> })
const Terms = lazyPart(() => import('./return-terms.screen.tsx'), { meanwhile: <Skeleton lines={8} /> })

export default function ReturnScreen() {
  const [tab] = useAddressValue('tab')
  const tabs = <Tabs active={tab === 'slips' || tab === 'terms' ? tab : 'desk'} />
  if (tab === 'slips')
    return (
      <ListScreen page={returnPage} subtitle="Vé chỉ được hoàn khi người khác xác nhận phiếu, trước giờ chốt của đài.">
        <Slips tabs={tabs} />
      </ListScreen>
    )
  if (tab === 'terms')
    return (
      <ListScreen
        page={returnPage}
        subtitle="Hạn mức và giá nhận lại áp dụng từ một ngày; phiếu đã lập giữ điều kiện của nó."
      >
        <Terms tabs={tabs} />
      </ListScreen>
    )
  return <Desk tabs={tabs} />
}

type Tab = 'desk' | 'slips' | 'terms'

function Tabs({ active }: { active: Tab }) {
  const { waiting: status } = returnLife.status
  const waiting = useRead(ticketReturn.list, { status, part: 'totals' }, counting).data?.total
  return (
    <AddressTabs<Tab>
      active={active}
      options={[
        { value: 'desk', label: 'Lập phiếu', icon: 'undo' },
        { value: 'slips', label: 'Phiếu hoàn', icon: 'document', count: waiting },
        { value: 'terms', label: 'Điều kiện', icon: 'settings' },
      ]}
    />
  )
}
