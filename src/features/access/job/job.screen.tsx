import { useState, type ReactNode } from 'react'
import { useAct, type RowAct } from '#web/action/act.tsx'
import { useRead } from '#web/call/api.ts'
import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { Mono } from '#web/ui/layout/text.tsx'
import { useOpenRecord } from '#web/record/open-record.ts'
import { useAddressValue, useList } from '#web/list/use-list.ts'
import type { JobDetailProps } from './job-detail.screen.tsx'
import { job, jobPage, type GivenUpJob } from './job.contract.ts'
import { Queues } from './job-queues.screen.tsx'

const JobDetail = lazyPart(() => import('./job-detail.screen.tsx'), {
  mountWhen: ({ record }: JobDetailProps) => record.id !== null,
})
const DiscardDialog = lazyPart(() => import('./job-discard.screen.tsx'))

export default function JobScreen() {
  const [view, setView] = useAddressValue('view')
  const queues = useRead(job.list, {}, { every_ms: 10_000 })
  const openView = view === 'queues' ? 'queues' : 'given_up'
  const given_up = queues.data?.items.reduce((sum, queue) => sum + queue.given_up, 0)
  const tabs = (
    <Segmented
      aria-label="Xem"
      value={openView}
      onChange={(tab) => setView(tab === 'queues' ? tab : null)}
      options={[
        { value: 'given_up', label: 'Thất bại', count: given_up },
        { value: 'queues', label: 'Hàng đợi' },
      ]}
    />
  )
  return (
    <ListScreen
      page={jobPage}
      subtitle="Các việc hệ thống tự xử lý sau thao tác của người dùng. Việc lỗi được tự thử lại với khoảng cách tăng dần; hết số lần thử thì dừng ở đây chờ xử lý."
    >
      {openView === 'queues' ? <Queues read={queues} tabs={tabs} /> : <GivenUpJobs tabs={tabs} />}
    </ListScreen>
  )
}

function GivenUpJobs({ tabs }: { tabs: ReactNode }) {
  const list = useList(job.givenUp)
  const record = useOpenRecord(list, 'job_id', (row) => row.job_id)
  const [discarded, setDiscarded] = useState<GivenUpJob | null>(null)
  const retry = useAct(job.retry, { success: 'Việc sẽ được thử lại ngay.', onDone: record.close })
  const actsOf = (row: GivenUpJob): RowAct[] => [
    { call: job.retry, label: 'Thử lại', icon: 'refresh', run: () => retry.mutate({ job_id: row.job_id }) },
    { call: job.discard, label: 'Bỏ hẳn', icon: 'trash', danger: true, run: () => setDiscarded(row) },
  ]
  return (
    <>
      <DataTable
        list={list}
        noun="việc thất bại"
        columns={[
          { key: 'title', width: 190 },
          { key: 'data', width: 220, cell: (row) => <Mono>{row.data}</Mono> },
          { key: 'error', width: 300 },
          { key: 'tries', width: 104 },
          'given_up_at',
          { key: 'requested_at', hidden: true },
          { key: 'name', width: 180, hidden: true, cell: (row) => <Mono>{row.name}</Mono> },
        ]}
        acts={actsOf}
        onOpen={record.open}
        isOpen={record.isOpen}
        queues={tabs}
        search={<SearchBar list={list} keyword="Dữ liệu, lỗi, tên việc" />}
      />
      <JobDetail
        record={record}
        row={list.rows.find(record.isOpen)}
        read={{ isPending: list.phase === 'loading', error: list.failure, refetch: list.reload }}
        actsOf={actsOf}
      />
      {discarded && (
        <DiscardDialog
          job={discarded}
          onClose={() => setDiscarded(null)}
          onDone={() => {
            setDiscarded(null)
            record.close()
          }}
        />
      )}
    </>
  )
}
