/** How many jobs of each name wait and run at this moment. */
import type { ReactNode } from 'react'
import { runAct, useAct, type RowAct } from '#web/action/act.tsx'
import type { ReadResult } from '#web/call/api.ts'
import { numberText } from '#web/value/format.ts'
import { useRights } from '#web/session/rights.ts'
import { ReadFallback } from '#web/record/fallback.tsx'
import { Badge } from '#web/ui/show/badge.tsx'
import { IconButton } from '#web/ui/action/icon-button.tsx'
import { Toolbar } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Table, type Column } from '#web/ui/table/table.tsx'
import type { AnswerOf } from '#contract/call.ts'
import { infoOf } from '#contract/schema.ts'
import { roughDurationText } from '#features/system/status/status-text.rules.ts'
import { job, Queue } from './job.contract.ts'

type QueueRow = AnswerOf<typeof job.list>['items'][number]

const countColumn = (key: 'waiting' | 'deferred' | 'active', width: number): Column<QueueRow> => ({
  key,
  head: infoOf(Queue.shape[key])!.label,
  width,
  align: 'right',
  cell: (row) => numberText(row[key]),
})

export function Queues({ read, tabs }: { read: ReadResult<typeof job.list>; tabs: ReactNode }) {
  const { can } = useRights()
  const retryAll = useAct(job.retryAll, {
    success: (_, { retried }) => `Đang thử lại ${numberText(retried)} việc.`,
  })
  const retryOf = ({ name, title, given_up }: QueueRow): RowAct => ({
    call: job.retryAll,
    label: 'Thử lại tất cả',
    confirm: `Thử lại ${numberText(given_up)} việc “${title}” đã thất bại?`,
    run: () => retryAll.mutate({ name }),
  })
  return (
    <Panel flush fill bar={<Toolbar>{tabs}</Toolbar>}>
      <ReadFallback read={read} />
      <Table<QueueRow>
        label="Hàng đợi công việc nền"
        fill
        loading={read.isPending}
        rows={read.data?.items ?? []}
        columns={[
          { key: 'title', head: infoOf(Queue.shape.title)!.label, width: 150, grow: true, cell: (row) => row.title },
          {
            key: 'given_up',
            head: infoOf(Queue.shape.given_up)!.label,
            width: 112,
            align: 'right',
            cell: (row) => (row.given_up > 0 ? <Badge tone="red">{numberText(row.given_up)}</Badge> : 0),
          },
          countColumn('waiting', 110),
          {
            key: 'oldest_s',
            head: infoOf(Queue.shape.oldest_s)!.label,
            width: 130,
            align: 'right',
            cell: (row) => (row.oldest_s > 0 ? roughDurationText(row.oldest_s) : ''),
          },
          countColumn('deferred', 210),
          countColumn('active', 120),
        ]}
        {...(can(job.retryAll) && {
          actions: (row: QueueRow) => (
            <IconButton
              icon="refresh"
              label="Thử lại tất cả"
              whyNot={row.given_up === 0 && 'Không có việc nào thất bại.'}
              onClick={() => void runAct(retryOf(row))}
            />
          ),
        })}
      />
    </Panel>
  )
}
