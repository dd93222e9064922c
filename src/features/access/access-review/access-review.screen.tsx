import { useState, type ReactNode } from 'react'
import type { AnswerOf } from '#contract/call.ts'
import type { RowAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { useAddressValue, useList } from '#web/list/use-list.ts'
import { useRights } from '#web/session/rights.ts'
import { dayText } from '#web/value/format.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { Invisible } from '#web/ui/layout/invisible.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { accessReview, accessReviewPage } from './access-review.contract.ts'
import type { AccessRow } from './confirm-access.screen.tsx'

const FactorPolicy = lazyPart(() => import('#features/access/second-factor/factor-policy.screen.tsx'), {
  meanwhile: (
    <Invisible>
      <Button icon="shield">Xác minh hai bước</Button>
    </Invisible>
  ),
})
const ConfirmAccess = lazyPart(() => import('./confirm-access.screen.tsx'))

type Progress = AnswerOf<typeof accessReview.quarter>

const progressText = ({ quarter, reviewed, people, until }: Progress) =>
  `Quý ${quarter}: đã rà soát ${reviewed}/${people} người, hạn ${dayText(until)}.`

/** As long as most: the room of what is still loading. */
const usual_progress: Progress = { quarter: '2026-Q4', reviewed: 10, people: 60, until: '2026-12-31' }

export default function AccessReviewScreen() {
  const [view, setView] = useAddressValue('view')
  const progress = useRead(accessReview.quarter, {}).data
  const tabs = (
    <Segmented
      aria-label="Xem"
      value={view === 'holdings' ? 'holdings' : 'people'}
      onChange={(tab) => setView(tab === 'holdings' ? tab : null)}
      options={[
        { value: 'people', label: 'Theo người' },
        { value: 'holdings', label: 'Ai giữ quyền gì' },
      ]}
    />
  )
  const subtitle = progress ? progressText(progress) : <Invisible>{progressText(usual_progress)}</Invisible>
  return (
    <ListScreen page={accessReviewPage} subtitle={subtitle} actions={<FactorPolicy />}>
      {view === 'holdings' ? <Rights tabs={tabs} /> : <People tabs={tabs} />}
    </ListScreen>
  )
}

function People({ tabs }: { tabs: ReactNode }) {
  const list = useList(accessReview.list)
  const { me } = useRights()
  const [confirming, setConfirming] = useState<AccessRow | null>(null)
  const actsOf = (row: AccessRow): RowAct[] => [
    {
      call: accessReview.confirm,
      label: 'Rà soát',
      icon: 'check',
      run: () => setConfirming(row),
      whyNot: row.user_id === me.user_id && 'Không ai tự rà soát quyền của chính mình.',
    },
  ]
  return (
    <>
      <DataTable
        list={list}
        noun="người"
        columns={[
          { key: 'full_name', width: 180 },
          { key: 'user_name', width: 130 },
          { key: 'groups', width: 160 },
          { key: 'right_count', width: 90 },
          { key: 'conflicts', width: 260 },
          { key: 'last_sign_in_at', width: 156 },
          'last_used_at',
          { key: 'has_factor', width: 142 },
          { key: 'review', width: 150 },
          { key: 'reviewed_by_name', width: 130 },
          { key: 'reviewed_at', hidden: true },
          { key: 'note', width: 200, hidden: true },
          { key: 'status', hidden: true },
        ]}
        acts={actsOf}
        onOpen={setConfirming}
        queues={tabs}
        search={<SearchBar list={list} keyword="Tên đăng nhập, họ tên" filters={['review', 'conflicting', 'status']} />}
      />
      {confirming && <ConfirmAccess row={confirming} onClose={() => setConfirming(null)} />}
    </>
  )
}

function Rights({ tabs }: { tabs: ReactNode }) {
  const list = useList(accessReview.rights)
  return (
    <DataTable
      list={list}
      noun="quyền"
      columns={[
        { key: 'full_name', width: 180 },
        { key: 'user_name', width: 130 },
        { key: 'page_name', width: 220 },
        { key: 'roles', width: 240 },
        { key: 'last_used_at', width: 156 },
        { key: 'last_sign_in_at', width: 156 },
        { key: 'groups', width: 200 },
        { key: 'status', hidden: true },
      ]}
      queues={tabs}
      search={<SearchBar list={list} keyword="Tên đăng nhập, họ tên" filters={['status']} />}
    />
  )
}
