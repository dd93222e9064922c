/** The results of all draws, and the draws that wait for one. */
import { useState } from 'react'
import { Act } from '#web/action/act.tsx'
import { DataTable } from '#web/list/data-table.tsx'
import { HeaderActs } from '#web/list/header-acts.tsx'
import { ListScreen } from '#web/list/list-screen.tsx'
import { choicesOf } from '#web/choices/choice-source.ts'
import { useAddressValue, useList } from '#web/list/use-list.ts'
import { rangeFilter } from '#web/filter/range-filter.tsx'
import { SearchBar } from '#web/filter/search-bar.tsx'
import type { FilterSpec } from '#web/filter/filter.tsx'
import { useOpenRecord } from '#web/record/open-record.ts'
import { useLive } from '#web/live/reads.ts'
import { LiveBadge } from '#web/live/live-badge.tsx'
import { Text } from '#web/ui/layout/text.tsx'
import { lazyPart } from '#web/ui/base/lazy-part.tsx'
import { resultPage } from '#features/results/pages.contract.ts'
import { drawArea } from '#features/tickets/draw-area/draw-area.contract.ts'
import { resultImport } from '#features/results/result-import/result-import.contract.ts'
import { result, resultSource, type ResultRow } from './draw-result.contract.ts'
import { useResultActs } from './result-acts.screen.tsx'
import type { ResultDetailProps } from './result-detail.screen.tsx'
import { ResultNumbers } from './result-text.screen.tsx'

const ResultDetail = lazyPart(() => import('./result-detail.screen.tsx'), {
  mountWhen: ({ record }: ResultDetailProps) => record.id !== null,
})
const Awaiting = lazyPart(() => import('#features/results/result-entry/awaiting.screen.tsx'))
const ResultImport = lazyPart(() => import('#features/results/result-import/result-import.screen.tsx'))
const EntryPage = lazyPart(() => import('#features/results/result-entry/entry-page.screen.tsx'))

/** The list, or instead of it the page for entering a result. */
export default function DrawResultScreen() {
  const [enter, setEnter] = useAddressValue('enter')
  const [change, setChange] = useAddressValue('change')
  const [confirm, setConfirm] = useAddressValue('confirm')
  if (enter !== null) return <EntryPage act="enter" id={enter} onDone={() => setEnter(null)} />
  if (change !== null) return <EntryPage act="change" id={change} onDone={() => setChange(null)} />
  if (confirm !== null) return <EntryPage act="confirm" id={confirm} onDone={() => setConfirm(null)} />
  return (
    <Results
      onEnter={(period_id) => setEnter(String(period_id))}
      onChange={(row) => setChange(String(row.result_id))}
      onConfirm={(row) => setConfirm(String(row.result_id))}
    />
  )
}

interface ResultsProps {
  onEnter: (period_id: number) => void
  onChange: (row: ResultRow) => void
  onConfirm: (row: ResultRow) => void
}

function Results({ onEnter, ...openers }: ResultsProps) {
  const live = useLive(['results'])
  const list = useList(result.list)
  const record = useOpenRecord(list, 'result', (row) => row.result_id)
  const { actsOf, dialog } = useResultActs(openers)
  const [dialogOpen, setDialogOpen] = useState<'choose' | 'import' | null>(null)
  const close = () => setDialogOpen(null)
  const enterButton = (
    <Act call={result.add} icon="plus" variant="primary" onClick={() => setDialogOpen('choose')}>
      Nhập kết quả
    </Act>
  )
  const actions = (
    <>
      <HeaderActs
        acts={[
          { call: resultImport.import, label: 'Nhập từ tệp', icon: 'upload', onSelect: () => setDialogOpen('import') },
        ]}
      />
      {enterButton}
    </>
  )
  return (
    <ListScreen page={resultPage} aside={<LiveBadge state={live} />} actions={actions}>
      <DataTable
        list={list}
        noun="kết quả"
        columns={[
          { key: 'name', width: 132, narrow: 1 },
          { key: 'open_date', width: 100, narrow: 3 },
          { key: 'period_code', width: 152 },
          {
            key: 'numbers',
            head: 'Kết quả',
            width: 252,
            cell: (row) => <ResultNumbers row={row} />,
            excel: ['numbers_text'],
          },
          {
            key: 'entered_by_name',
            width: 116,
            excel: ['entered_by_name', 'source'],
            cell: (row) => row.entered_by_name ?? ofFeed(row),
          },
          {
            key: 'confirmed_by_name',
            width: 116,
            cell: (row) => row.confirmed_by_name ?? (row.confirmed_at && ofFeed(row)),
          },
          { key: 'status', width: 130, narrow: 2 },
          { key: 'entered_at', hidden: true },
          { key: 'confirmed_at', hidden: true },
          { key: 'draw_at', hidden: true },
          { key: 'source', width: 110, hidden: true },
          { key: 'line', width: 130, hidden: true },
          { key: 'second_by_name', width: 120, hidden: true },
          { key: 'reopen_requested_by_name', width: 120, hidden: true },
          { key: 'reopen_requested_at', hidden: true },
          { key: 'reopen_reason', width: 200, hidden: true },
        ]}
        acts={actsOf}
        start={enterButton}
        onOpen={record.open}
        isOpen={record.isOpen}
        search={<SearchBar list={list} keyword="Sản phẩm, đài, mã kỳ" filters={filters} />}
      />
      <ResultDetail record={record} actsOf={actsOf} />
      {dialog}
      {dialogOpen === 'choose' && <Awaiting onChoose={onEnter} onClose={close} />}
      {dialogOpen === 'import' && <ResultImport onClose={close} />}
    </ListScreen>
  )
}

/** Shown instead of a person's name for a result of a feed. */
const ofFeed = ({ source }: ResultRow) =>
  source === resultSource.feed && (
    <Text as="span" tone="muted">
      Nguồn tự động
    </Text>
  )

const filters: FilterSpec[] = [
  'status',
  'line',
  rangeFilter({ from: 'from_date', to: 'to_date', label: 'Ngày quay' }),
  'category',
  {
    name: 'area_id',
    choices: choicesOf(drawArea.byBase, (row) => ({ value: row.area_id, label: row.area_name, detail: row.area_code })),
  },
  'reopen_requested',
]
