/** Claims at the counter: the list, the queue for the second person, and the desk for new claims. */
import { Act } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { counting } from '#web/call/counting.ts'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { useAddressValue, useList, type List } from '#web/list/use-list.ts'
import { useOpenRecord } from '#web/record/open-record.ts'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Skeleton } from '#web/ui/message/skeleton.tsx'
import { claimPage } from '#features/rewards/pages.contract.ts'
import { useClaimActs, type ClaimRow } from './claim-acts.screen.tsx'
import type { ClaimDetailProps } from './claim-detail.screen.tsx'
import { claims, claimStatus } from './claim.contract.ts'

const ClaimDesk = lazyPart(() => import('./claim-desk.screen.tsx'), { meanwhile: <Skeleton lines={6} /> })
const ClaimDetail = lazyPart(() => import('./claim-detail.screen.tsx'), {
  mountWhen: ({ record }: ClaimDetailProps) => record.id !== null,
})

/** The keyword in the address while the desk is open without a search. */
const no_keyword = '-'

export default function ClaimsScreen() {
  const [keyword, setKeyword] = useAddressValue('desk')
  const list = useList(claims.list)
  const record = useOpenRecord<ClaimRow>(list, 'claim', (row) => row.claim_id)
  const { actsOf, dialogs } = useClaimActs()
  const startButton = (
    <Act call={claims.create} variant="primary" icon="plus" onClick={() => setKeyword(no_keyword)}>
      Nhận vé
    </Act>
  )
  return (
    <ListScreen
      page={claimPage}
      subtitle="Khách mang vé và giấy tờ tới quầy: đối chiếu từng điều, trả đúng một lần, in biên nhận."
      actions={keyword === null ? startButton : undefined}
    >
      {keyword === null ? (
        <DataTable
          list={list}
          noun="lượt nhận"
          columns={[
            { key: 'claim_code', width: 104 },
            { key: 'full_name', width: 160 },
            { key: 'msisdn', width: 112 },
            { key: 'tickets', width: 150 },
            { key: 'prizes', width: 150 },
            { key: 'gross', width: 116 },
            { key: 'tax', width: 96 },
            { key: 'amount', width: 116 },
            { key: 'pay_method', width: 110 },
            { key: 'status', width: 150 },
            { key: 'created_by_name', width: 120 },
            { key: 'decided_by_name', width: 120 },
            { key: 'created_at', width: 140 },
            { key: 'area_name', width: 120, hidden: true },
            { key: 'open_date', width: 100, hidden: true },
            { key: 'fee', width: 90, hidden: true },
            { key: 'reward_code', width: 110, hidden: true },
            { key: 'order_id', width: 142, hidden: true },
            { key: 'transfer_ref', width: 150, hidden: true },
            { key: 'decided_at', width: 140, hidden: true },
            { key: 'decision_reason', width: 190, hidden: true },
          ]}
          acts={actsOf}
          onOpen={record.open}
          isOpen={record.isOpen}
          start={startButton}
          queues={<Queues list={list} />}
          search={
            <SearchBar
              list={list}
              keyword="Mã lượt nhận, tên, SĐT, số vé"
              filters={['status', rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày nhận' })]}
            />
          }
        />
      ) : (
        <ClaimDesk
          keyword={keyword === no_keyword ? '' : keyword}
          onKeyword={(value) => setKeyword(value || no_keyword)}
          onTaken={(claim_id) => {
            setKeyword(null)
            record.open({ claim_id } as ClaimRow)
          }}
          onBack={() => setKeyword(null)}
        />
      )}
      <ClaimDetail record={record} actsOf={actsOf} />
      {dialogs}
    </ListScreen>
  )
}

/** The queue for the second person, with its count. */
function Queues({ list }: { list: List }) {
  const { waiting } = claimStatus
  const count = useRead(claims.list, { status: waiting, part: 'totals' }, counting).data?.total
  return (
    <Segmented
      aria-label="Hàng đợi"
      value={list.state.status === waiting ? 'waiting' : 'all'}
      onChange={(value) => list.filter({ status: value === 'waiting' ? waiting : undefined })}
      options={[
        { value: 'all', label: 'Tất cả' },
        { value: 'waiting', label: 'Chờ người thứ hai', count },
      ]}
    />
  )
}
