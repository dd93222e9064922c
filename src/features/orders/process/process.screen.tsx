/** Orders that wait for a person. One press takes the oldest; the list behind follows what everybody does. */
import { useMemo } from 'react'
import { Act, useAct, type RowAct } from '#web/act.tsx'
import { useRead, useWrite } from '#web/api.ts'
import type { BulkSetup } from '#web/bulk.ts'
import { Waited } from '#web/countdown.tsx'
import { DataTable } from '#web/data-table.tsx'
import { ListScreen } from '#web/list-screen.tsx'
import { useLive } from '#web/live-reads.ts'
import { LiveNews, SteadyFrame, useSteadyRows } from '#web/live-rows.tsx'
import { LiveSign } from '#web/live-sign.tsx'
import { rangeFilter } from '#web/range-filter.tsx'
import { useRights } from '#web/rights.ts'
import { SearchBar, type FilterSpec } from '#web/search-bar.tsx'
import { ShortMoment } from '#web/short-moment.tsx'
import { today } from '#web/ui/date-text.ts'
import { Row } from '#web/ui/layout.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Mono } from '#web/ui/text.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { useAddressValue, useList, type List } from '#web/use-list.ts'
import { processStatus, transactionProcess } from './process.contract.ts'
import { isHeldBy, whyNot } from './process.rules.ts'
import { Holds, TimeLeft } from './process-holds.screen.tsx'
import { callsOn, idOf, touched, type ProcessRow, type Work, type WorkPage } from './process-words.screen.tsx'
import type { WorkDialogProps } from './process-work.screen.tsx'

const WorkDialog = lazyPart(() => import('./process-work.screen.tsx'), {
  wanted: ({ opened }: WorkDialogProps) => opened !== null,
})

const preset = { status: processStatus.waiting }
const liveTopics = ['orders'] as const

export function ProcessScreen({ work }: { work: Work }) {
  const { page, way, subtitle } = work
  const live = useLive(liveTopics)
  const list = useList(transactionProcess.list, { handling: way }, preset)
  const rows = useSteadyRows(list, idOf)
  const [opened, openAt] = useAddressValue('process_id')
  const open = (process_id: number | null) => openAt(process_id === null ? null : String(process_id))
  const calls = useMemo(() => callsOn(page), [page])
  const next = useWrite(calls.takeNext, {
    touches: touched,
    onSuccess: ({ process_id }) => {
      if (process_id === null) toast.info('Không còn đơn nào chờ nhận.')
      else open(process_id)
    },
  })
  const actsOf = useProcessActs(page, open)
  const { status } = list.state
  // Each queue is told by what is still to come of its orders, or by what became of them.
  const [isOne, isDone] = [status != null, status === processStatus.done]
  const isHeld = !isOne || isDone || status === processStatus.processing
  return (
    <ListScreen
      page={page}
      subtitle={subtitle}
      actions={
        <Row>
          <LiveNews rows={rows} noun="đơn" />
          <LiveSign state={live} />
          <Act
            call={calls.takeNext}
            variant="primary"
            icon="check"
            aria-keyshortcuts="N"
            busy={next.pending}
            onClick={() => next.mutate({ handling: way })}
          >
            Nhận đơn tiếp theo
          </Act>
        </Row>
      }
    >
      <Holds work={work} onOpen={open} />
      <SteadyFrame touch={rows.touch}>
        <DataTable
          list={rows.list}
          noun="đơn"
          columns={[
            { key: 'process_id', width: 138, narrow: 4, cell: (row) => <Mono>{row.process_id}</Mono> },
            {
              key: 'ordered_at',
              width: 92,
              hidden: isOne && !isDone,
              cell: (row) => <ShortMoment at={row.ordered_at} />,
            },
            { key: 'finished_at', width: 118, hidden: !isDone, narrow: 1, cell: finishedOf },
            { key: 'paid_at', width: 84, hidden: isDone, cell: waitedOf },
            { key: 'due_at', width: 104, hidden: isDone, narrow: 1, cell: leftOf },
            { key: 'category', width: 116, narrow: 3 },
            { key: 'period_code', width: 134 },
            'numbers',
            { key: 'quantity', width: 72 },
            { key: 'total', width: 116, narrow: 2 },
            { key: 'msisdn', width: 112 },
            { key: 'pos_name', width: 150 },
            { key: 'taken_by_name', width: 110, hidden: !isHeld },
            { key: 'status', width: 112, hidden: isOne },
            { key: 'pos_code', width: 100, hidden: true },
            { key: 'full_name', width: 150, hidden: true },
            { key: 'area_name', width: 120, hidden: true },
            { key: 'open_date', hidden: true },
            { key: 'amount', hidden: true },
            { key: 'fee', width: 90, hidden: true },
            { key: 'line_count', width: 80, hidden: true },
            { key: 'image_count', width: 80, hidden: true },
            { key: 'taken_at', hidden: true },
            { key: 'order_status', width: 120, hidden: true },
          ]}
          acts={actsOf}
          onOpen={(row) => open(row.process_id)}
          isOpen={(row) => String(row.process_id) === opened}
          bulk={bulkOn(page)}
          queues={<Queues work={work} list={list} />}
          search={<SearchBar list={list} keyword="Mã đơn, SĐT, kỳ, điểm bán" filters={filters} />}
        />
      </SteadyFrame>
      <WorkDialog work={work} opened={opened} onOpen={open} />
    </ListScreen>
  )
}

const filters: FilterSpec[] = ['category', rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày đặt' })]

const isWaiting = ({ status }: ProcessRow) => status !== processStatus.done && status !== processStatus.stopped
const waitedOf = (row: ProcessRow) => isWaiting(row) && <Waited since={row.paid_at} />
const finishedOf = ({ finished_at }: ProcessRow) => finished_at !== null && <ShortMoment at={finished_at} />
const leftOf = (row: ProcessRow) => isWaiting(row) && <TimeLeft until={row.due_at} />

function bulkOn(page: WorkPage): BulkSetup<ProcessRow> {
  const { finish, finishPreview, release, releasePreview } = callsOn(page)
  return {
    preview: finishPreview,
    run: finish,
    idOf,
    actions: [
      { value: 'finish', label: 'Hoàn thành', icon: 'check' },
      { value: 'release', label: 'Trả lại hàng đợi', icon: 'undo', calls: { preview: releasePreview, run: release } },
    ],
    touches: touched,
  }
}

/** What can be done to an order from the list; the rest is done where its photo is. */
function useProcessActs(page: WorkPage, open: (process_id: number) => void) {
  const { me } = useRights()
  const { take, release } = useMemo(() => callsOn(page), [page])
  const taking = useAct(take, {
    done: 'Đã nhận đơn.',
    touches: touched,
    onDone: (_, { process_ids }) => open(process_ids[0]!),
  })
  const releasing = useAct(release, { done: 'Đã trả đơn lại hàng đợi.', touches: touched })
  return (row: ProcessRow): RowAct[] => {
    const process_ids = [row.process_id]
    if (!isHeldBy(row, me.user_id))
      return [
        {
          call: take,
          label: 'Nhận đơn',
          icon: 'check',
          whyNot: whyNot('take', row, me.user_id)?.message,
          run: () => taking.mutate({ process_ids }),
        },
      ]
    return [
      { call: take, label: 'Làm tiếp', icon: 'arrow-right', run: () => open(row.process_id) },
      {
        call: release,
        label: 'Trả lại hàng đợi',
        icon: 'undo',
        whyNot: whyNot('release', row, me.user_id)?.message,
        run: () => releasing.mutate({ process_ids }),
      },
    ]
  }
}

const queues = [
  [processStatus.waiting, 'Chờ nhận', 'waiting'],
  [processStatus.processing, 'Đang xử lý', 'processing'],
  [processStatus.late, 'Quá hạn', 'late'],
  [processStatus.cancelled, 'Kỳ đã hủy', 'cancelled'],
  [processStatus.done, 'Hoàn thành', 'done'],
] as const

/** The queues with how much lies in each; of what is finished, within the days of the list. */
function Queues({ work: { way }, list }: { work: Work; list: List }) {
  const { status, from_date, to_date } = list.state as { status?: number; from_date?: string; to_date?: string }
  const days = status === processStatus.done ? { from_date, to_date } : { open_only: true }
  const { data } = useRead(transactionProcess.summary, { handling: way, ...days }, { keep: true })
  const shown = queues.some(([value]) => value === status)
  return (
    <Segmented
      aria-label="Hàng đợi"
      value={shown ? String(status) : 'all'}
      onChange={(value) => {
        const next = value === 'all' ? undefined : Number(value)
        const day = next === processStatus.done ? today() : undefined
        list.filter({ status: next, from_date: day, to_date: day })
      }}
      options={[
        ...queues
          // Draws are seldom cancelled.
          .filter(([value]) => value !== processStatus.cancelled || value === status || !!data?.cancelled)
          .map(([value, label, name]) => ({ value: String(value), label, count: data?.[name] ?? undefined })),
        { value: 'all', label: 'Tất cả' },
      ]}
    />
  )
}
