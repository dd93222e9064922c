/** A queue of orders that wait for a person. One button takes the oldest; the list behind it is live. */
import { useMemo } from 'react'
import { Act } from '#web/action/act.tsx'
import { useWrite } from '#web/call/api.ts'
import type { BulkSetup } from '#web/action/bulk.ts'
import type { ColumnSpec } from '#web/list/columns.ts'
import { Waited } from '#web/value/countdown.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { useLive } from '#web/live/reads.ts'
import { LiveNews, SteadyFrame, useSteadyRows } from '#web/live/rows.tsx'
import { LiveBadge } from '#web/live/live-badge.tsx'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { useRights } from '#web/session/rights.ts'
import type { FilterSpec } from '#web/filter/filter.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import { ShortMoment } from '#web/value/short-moment.tsx'
import { today } from '#web/ui/date/date-text.ts'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { Segmented } from '#web/ui/action/segmented.tsx'
import { Mono } from '#web/ui/layout/text.tsx'
import { toast } from '#web/ui/message/toast-store.ts'
import { choicesOf } from '#web/choices/choice-source.ts'
import { useAddressValue, useList, type List } from '#web/list/use-list.ts'
import { partner } from '#features/partners/partner/partner.contract.ts'
import { drawArea } from '#features/tickets/draw-area/draw-area.contract.ts'
import { processStatus, transactionProcess, type ProcessStatus } from './process.contract.ts'
import { useProcessActs } from './process-acts.screen.tsx'
import {
  callsOf,
  idOf,
  TimeLeft,
  invalidated,
  useSummary,
  type ProcessRow,
  type QueuePage,
  type QueueTexts,
} from './process-parts.screen.tsx'
import { TakenOrders } from './process-taken.screen.tsx'
import type { WorkDialogProps } from './process-work.screen.tsx'

const WorkDialog = lazyPart(() => import('./process-work.screen.tsx'), {
  mountWhen: ({ opened }: WorkDialogProps) => opened !== null,
})

const preset = { status: processStatus.waiting }
const live_topics = ['orders'] as const

export function ProcessScreen({ texts }: { texts: QueueTexts }) {
  const { page, handling } = texts
  const live = useLive(live_topics)
  const list = useList(transactionProcess.list, { handling }, preset)
  const rows = useSteadyRows(list, idOf)
  const [opened, setOpened] = useAddressValue('process_id')
  const open = (process_id: number | null) => setOpened(process_id === null ? null : String(process_id))
  const { actsOf, reportOf, resume, dialogs } = useProcessActs(page, open)
  const filters = useFilters(list)
  const status = list.state.status as ProcessStatus | undefined
  const names = status === undefined || isAtEnd(status) ? '' : ', tên'
  return (
    <ListScreen
      page={page}
      subtitle={<Subtitle texts={texts} />}
      aside={<LiveBadge state={live} />}
      actions={
        <>
          <LiveNews rows={rows} noun="đơn" />
          <TakeNext texts={texts} onTaken={open} />
        </>
      }
    >
      <TakenOrders texts={texts} onResume={resume} />
      <SteadyFrame touch={rows.touch}>
        <DataTable
          list={rows.list}
          noun="đơn"
          columns={columnsFor(status)}
          acts={actsOf}
          onOpen={(row) => open(row.process_id)}
          isOpen={(row) => String(row.process_id) === opened}
          bulk={bulkOn(page)}
          queues={<Queues texts={texts} list={list} />}
          search={<SearchBar list={list} keyword={`Mã đơn, SĐT${names}, kỳ, điểm bán`} filters={filters} />}
        />
      </SteadyFrame>
      <WorkDialog texts={texts} opened={opened} onOpen={open} reportOf={reportOf} />
      {dialogs}
    </ListScreen>
  )
}

/** The purpose of the page, and how long its oldest order has waited. */
function Subtitle({ texts: { handling, subtitle } }: { texts: QueueTexts }) {
  const { data } = useSummary(handling)
  if (!data?.oldest_at) return subtitle
  return (
    <>
      {subtitle} Chờ lâu nhất: <Waited since={data.oldest_at} size="sm" strong />
    </>
  )
}

function TakeNext({
  texts: { page, handling },
  onTaken,
}: {
  texts: QueueTexts
  onTaken: (process_id: number) => void
}) {
  const { takeNext } = useMemo(() => callsOf(page), [page])
  const takeNextOrder = useWrite(takeNext, {
    invalidates: invalidated,
    onSuccess: ({ process_id }) => {
      if (process_id === null) toast.info('Không còn đơn nào chờ nhận.')
      else onTaken(process_id)
    },
  })
  return (
    <Act
      call={takeNext}
      variant="primary"
      icon="check"
      aria-keyshortcuts="N"
      busy={takeNextOrder.pending}
      onClick={() => takeNextOrder.mutate({ handling })}
    >
      Nhận đơn tiếp theo
    </Act>
  )
}

const isAtEnd = (status: ProcessStatus) => status === processStatus.done || status === processStatus.stopped

/** The columns of each queue: open orders show what is still to do, finished ones what happened. */
function columnsFor(status: ProcessStatus | undefined): ColumnSpec<ProcessRow>[] {
  const isOne = status !== undefined
  const isDone = status === processStatus.done
  const isEnd = isOne && isAtEnd(status)
  const isTaken = !isOne || isDone || status === processStatus.processing
  return [
    { key: 'process_id', width: 152, narrow: 4, cell: (row) => <Mono>{row.process_id}</Mono> },
    { key: 'ordered_at', width: 92, hidden: isOne && !isEnd, cell: orderedOf },
    { key: 'finished_at', width: 118, hidden: !isDone, narrow: 1, cell: finishedOf },
    { key: 'paid_at', width: 96, hidden: isEnd, cell: waitedOf },
    { key: 'due_at', width: 104, hidden: isEnd, narrow: 1, cell: leftOf },
    { key: 'category', width: 124, narrow: 3 },
    { key: 'period_code', width: 146 },
    'numbers',
    { key: 'quantity', width: 64 },
    { key: 'total', width: 108, narrow: 2 },
    { key: 'msisdn', width: 112 },
    { key: 'pos_name', width: 150 },
    { key: 'taken_by_name', width: 110, hidden: !isTaken },
    { key: 'status', width: 112, hidden: isOne },
    { key: 'order_status', width: 120, hidden: status !== processStatus.stopped },
    { key: 'pos_code', width: 100, hidden: true },
    { key: 'full_name', width: 150, hidden: true },
    { key: 'area_name', width: 120, hidden: true },
    { key: 'open_date', hidden: true },
    { key: 'amount', hidden: true },
    { key: 'fee', width: 90, hidden: true },
    { key: 'line_count', width: 80, hidden: true },
    { key: 'image_count', width: 80, hidden: true },
    { key: 'taken_at', hidden: true },
  ]
}

const orderedOf = ({ ordered_at }: ProcessRow) => <ShortMoment moment={ordered_at} />
const finishedOf = ({ finished_at }: ProcessRow) => finished_at !== null && <ShortMoment moment={finished_at} />
const waitedOf = (row: ProcessRow) => !isAtEnd(row.status) && <Waited since={row.paid_at} />
const leftOf = (row: ProcessRow) => !isAtEnd(row.status) && <TimeLeft until={row.due_at} />

const posChoices = choicesOf(
  transactionProcess.pos,
  (row) => ({ value: row.pos_id, label: row.pos_name, detail: row.pos_code }),
  { key: 'pos_id' },
)
const partnerChoices = choicesOf(
  partner.list,
  (row) => ({ value: row.partner_id, label: row.partner_name, detail: row.partner_code }),
  { key: 'only_id' },
)
const stations = choicesOf(drawArea.byBase, (row) => ({
  value: row.area_id,
  label: row.area_name,
  detail: row.area_code,
}))

function useFilters({ state: { status, from_date, to_date } }: List<ProcessRow>): FilterSpec[] {
  const { me, can } = useRights()
  // All open orders are shown; days are chosen only for finished ones, of which there are many.
  const isWhole = status != null && !isAtEnd(status as ProcessStatus) && from_date == null && to_date == null
  return [
    'category',
    { name: 'area_id', choices: stations },
    { name: 'pos_id', choices: posChoices },
    ...(me.partner_id === null && can(partner.list) ? [{ name: 'partner_id', choices: partnerChoices }] : []),
    ...(isWhole ? [] : [rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày đặt' })]),
  ]
}

function bulkOn(page: QueuePage): BulkSetup<ProcessRow> {
  const { finish, finishPreview, release, releasePreview } = callsOf(page)
  return {
    preview: finishPreview,
    run: finish,
    idOf,
    actions: [
      { value: 'finish', label: 'Hoàn thành', icon: 'check' },
      { value: 'release', label: 'Trả lại hàng đợi', icon: 'undo', calls: { preview: releasePreview, run: release } },
    ],
    invalidates: invalidated,
  }
}

const queues = [
  [processStatus.waiting, 'Chờ nhận', 'waiting'],
  [processStatus.processing, 'Đang xử lý', 'processing'],
  [processStatus.late, 'Quá hạn', 'late'],
  [processStatus.cancelled, 'Kỳ đã hủy', 'cancelled'],
  [processStatus.done, 'Hoàn thành', 'done'],
  [processStatus.stopped, 'Đã dừng', null],
] as const

/** The queues with their counts; of finished orders those of today. */
function Queues({ texts: { handling }, list }: { texts: QueueTexts; list: List }) {
  const { status } = list.state as { status?: number }
  const { data } = useSummary(handling)
  const is_queue = queues.some(([value]) => value === status)
  return (
    <Segmented
      aria-label="Hàng đợi"
      value={is_queue ? String(status) : 'all'}
      onChange={(value) => {
        const category = value === 'all' ? undefined : Number(value)
        const day = category === processStatus.done ? today() : undefined
        list.filter({ status: category, from_date: day, to_date: day })
      }}
      options={[
        ...queues
          // Shown only when it is not empty, because draws are seldom cancelled.
          .filter(([value]) => value !== processStatus.cancelled || value === status || !!data?.cancelled)
          .map(([value, label, name]) => ({
            value: String(value),
            label,
            ...(name && { count: data?.[name] ?? undefined }),
          })),
        { value: 'all', label: 'Tất cả' },
      ]}
    />
  )
}
