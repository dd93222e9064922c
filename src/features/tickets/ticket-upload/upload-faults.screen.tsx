/** The refused rows, page by page, and as a file to correct and send again. */
import { exportColumns } from '#web/excel/export/export-columns.ts'
import { useExportRun } from '#web/excel/export/export-runs.ts'
import { startExport } from '#web/excel/export/start-export.ts'
import { numberText } from '#web/value/format.ts'
import { SearchBar } from '#web/filter/search-bar.tsx'
import ListPager from '#web/list/list-pager.tsx'
import { ListFallback } from '#web/record/fallback.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { EmptyState } from '#web/ui/message/empty-state.tsx'
import { Toolbar } from '#web/ui/layout/layout.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { useLocalList, type RowOf } from '#web/list/use-list.ts'
import type { AnswerOf } from '#contract/call.ts'
import { infoOf } from '#contract/schema.ts'
import { ticketUpload, UploadFault } from './ticket-upload.contract.ts'
import { max_faults_kept } from './upload-faults.rules.ts'

export type Upload = AnswerOf<typeof ticketUpload.detail>

type Fault = RowOf<typeof ticketUpload.faults>

/** The person's own columns, and two that say what to do. */
const own_columns = ['number', 'series', 'quantity', 'price'] as const
const added_columns = ['error', 'fix'] as const
const widths: Record<keyof Fault, number> = {
  line_no: 72,
  number: 92,
  series: 90,
  quantity: 92,
  price: 104,
  error: 240,
  fix: 260,
}
const label = (name: keyof Fault) => infoOf(UploadFault.shape[name])!.label

export function UploadFaults({ upload: { upload_id } }: { upload: Upload }) {
  const list = useLocalList(ticketUpload.faults, { upload_id })
  return (
    <Panel
      flush
      title="Các dòng không nhập"
      bar={
        <Toolbar>
          <SearchBar list={list} keyword="Dãy số, ký hiệu, lỗi" />
        </Toolbar>
      }
      footer={<ListPager list={list} unit="dòng" />}
    >
      <Table<Fault>
        label="Các dòng không nhập"
        columns={(['line_no', 'number', ...added_columns, 'series', 'quantity', 'price'] as const).map((name) => ({
          key: name,
          head: label(name),
          width: widths[name],
          grow: name === 'error' || name === 'fix',
          align: name === 'line_no' ? 'right' : 'left',
          cell: (row) => (name === 'line_no' ? numberText(row.line_no) : row[name]),
        }))}
        rows={list.rows}
        loading={list.phase === 'loading'}
        busy={list.fetching && list.phase === 'rows'}
        empty={
          list.phase === 'failed' ? (
            <ListFallback list={list} />
          ) : (
            <EmptyState kind="no-match" title="Không có dòng phù hợp" onClear={list.clear} />
          )
        }
      />
    </Panel>
  )
}

/** Exports all refused rows, not only the page. */
export function ErrorFile({ upload: { upload_id, file_name, fault_count, existing_count } }: { upload: Upload }) {
  const run_key = `${ticketUpload.faults.name} ${upload_id}`
  const run = useExportRun(run_key)
  const all = fault_count + existing_count
  const total = Math.min(all, max_faults_kept)
  if (all === 0) return null
  if (run) {
    return (
      <Button icon="close" onClick={run.cancel}>
        {`Đang ghi tệp lỗi: ${numberText(run.rows)} dòng. Dừng`}
      </Button>
    )
  }
  const save = () =>
    startExport({
      call: ticketUpload.faults,
      input: { upload_id },
      columns: exportColumns(
        ticketUpload.faults,
        [...own_columns, ...added_columns].map((key) => ({ key, head: label(key), excel: undefined })),
      ),
      title: file_name,
      url: `${file_name.replace(/\.\w+$/, '')}-loi`,
      total,
      run_key,
    })
  return (
    <Button icon="download" onClick={save}>
      {`Tải tệp lỗi (${numberText(total)} dòng${total < all ? ' đầu' : ''})`}
    </Button>
  )
}
