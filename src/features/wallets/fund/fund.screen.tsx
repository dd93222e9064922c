import { navigate } from '#web/route/location.ts'
import { Act, useAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { counting } from '#web/call/counting.ts'
import { ListScreen } from '#web/list/list-screen.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { AddressTabs } from '#web/list/address-tabs.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { useAddressValue } from '#web/list/use-list.ts'
import { adjustmentStatus } from '#features/wallets/adjustment/adjustment.contract.ts'
import { fundPage } from '#features/wallets/pages.contract.ts'
import { reconciliation } from '#features/wallets/reconciliation/reconciliation.contract.ts'
import { Funds } from './funds.screen.tsx'
import { funds } from './fund.contract.ts'
import { fundAdjustment } from './fund-adjustment.contract.ts'

const meanwhile = <Skeleton lines={8} />
const FundAdjustments = lazyPart(() => import('./fund-adjustments.screen.tsx'), { meanwhile })
const Runs = lazyPart(() => import('#features/wallets/reconciliation/runs.screen.tsx'), { meanwhile })
const Findings = lazyPart(() => import('#features/wallets/reconciliation/findings.screen.tsx'), { meanwhile })

type Tab = 'funds' | 'adjustments' | 'reconciliation'

export default function FundScreen() {
  const [tab] = useAddressValue('tab')
  const [run] = useAddressValue('run')
  const openRun = (id: number | null) =>
    navigate({ search: { tab: 'reconciliation', ...(id !== null && { run: String(id) }) } })
  return (
    <ListScreen
      page={fundPage}
      subtitle="Tiền gửi tại cổng chi trả để chi cho khách. Nạp, rút quỹ ở đây chỉ ghi sổ khoản tiền đã chuyển đến hoặc rút về từ cổng."
      actions={<Sync />}
    >
      {tab === 'adjustments' ? (
        <FundAdjustments tabs={<Tabs active="adjustments" />} />
      ) : tab === 'reconciliation' ? (
        run !== null ? (
          <Findings reconciliation_id={Number(run)} onBack={() => openRun(null)} />
        ) : (
          <Runs tabs={<Tabs active="reconciliation" />} onOpen={openRun} />
        )
      ) : (
        <Funds tabs={<Tabs active="funds" />} />
      )}
    </ListScreen>
  )
}

function Sync() {
  const sync = useAct(funds.sync, { success: 'Đang cập nhật số dư từ cổng chi trả, kết quả có sau ít giây.' })
  return (
    <Act call={funds.sync} icon="refresh" busy={sync.pending} onClick={() => sync.mutate({})}>
      Cập nhật số dư
    </Act>
  )
}

function Tabs({ active }: { active: Tab }) {
  const waits = { status: adjustmentStatus.waiting, part: 'totals' } as const
  const adjustments = useRead(fundAdjustment.list, waits, counting)
  const runs = useRead(reconciliation.list, { is_open: true, part: 'totals' }, counting)
  return (
    <AddressTabs<Tab>
      active={active}
      options={[
        { value: 'funds', label: 'Quỹ chi', icon: 'wallet' },
        { value: 'adjustments', label: 'Nạp, rút', icon: 'swap', count: adjustments.data?.total },
        { value: 'reconciliation', label: 'Đối soát', icon: 'check-circle', count: runs.data?.total },
      ]}
    />
  )
}
