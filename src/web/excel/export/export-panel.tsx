/** The dialog before an export and its progress while it runs; loaded with the first click. */
import { createPortal } from 'react-dom'
import type { Call } from '#contract/call.ts'
import type { Page } from '#contract/page.ts'
import { numberText } from '#web/value/format.ts'
import { filtersOf } from '#web/list/list-state.ts'
import { searchedDaysText } from '#web/list/searched-days.ts'
import { Button } from '#web/ui/action/button.tsx'
import { DescriptionList } from '#web/ui/show/description-list.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Progress } from '#web/ui/message/progress.tsx'
import type { List } from '#web/list/use-list.ts'
import { exportColumns, type ShownColumn } from './export-columns.ts'
import css from './export-panel.module.css'
import type { ExportRun } from './export-runs.ts'
import { fileName } from './save-file.ts'
import { startServerExport } from './server-export.ts'
import { startExport } from './start-export.ts'

/** An export that the server writes, for lists with very many rows. */
export interface ServerExport {
  call: Call
  /** The fields in the file. */
  columns: readonly string[]
}

interface Props {
  list: List
  columns: readonly ShownColumn[]
  noun: string
  page: Page | null
  byServer: ServerExport | undefined
  asking: boolean
  run: ExportRun | undefined
  onClose: () => void
}

export default function ExportPanel(props: Props) {
  const { list, columns, noun, page, byServer, asking, run, onClose } = props
  const url = page?.url ?? location.pathname
  const fields = exportColumns(list.call, byServer ? [{ key: '', head: '', excel: byServer.columns }] : columns)
  const hasFilters = Object.keys(filtersOf(list.state)).length > 0
  const searchText = searchedDaysText(list)
  const scope = hasFilters ? 'Các dòng khớp bộ lọc đang chọn' : searchText ? 'Các dòng không lọc' : 'Tất cả các dòng'
  const start = () => {
    const total = list.capped ? null : list.total
    const title = page?.title ?? noun
    if (byServer) startServerExport({ list: list.call, call: byServer.call, input: list.input, title, url })
    else
      startExport({
        call: list.call,
        input: list.input,
        columns: fields,
        title,
        url,
        total,
      })
    onClose()
  }
  return (
    <>
      <Dialog open={asking} onClose={onClose} title="Xuất file excel" size="sm" onSubmit={start} saveLabel="Xuất file">
        <DescriptionList
          columns={1}
          items={[
            {
              label: 'Số dòng',
              value:
                list.total === null ? 'Đang đếm…' : `${list.capped ? 'hơn ' : ''}${numberText(list.total)} ${noun}`,
            },
            { label: 'Phạm vi', value: [scope, searchText].filter(Boolean).join(', ') },
            { label: 'Cột', value: fields.map(({ head }) => head).join(', ') },
            { label: 'Tên tệp', value: fileName(url) },
          ]}
        />
      </Dialog>
      {run && createPortal(<Running run={run} />, document.body)}
    </>
  )
}

/** The progress in a corner of the window, so that the page can be used meanwhile. */
function Running({ run: { title, rows, total, received, cancel } }: { run: ExportRun }) {
  const countText = total === null ? `${numberText(rows)} dòng` : `${numberText(rows)} / ${numberText(total)} dòng`
  const detail = received ?? countText
  return (
    <section className={css.tray} aria-label="Đang xuất file excel">
      <Progress
        label={`Đang xuất ${title}`}
        detail={detail}
        value={total === null || total === 0 ? null : Math.min(100, (rows / total) * 100)}
      />
      <div className={css.end}>
        <Button size="sm" onClick={cancel}>
          Hủy xuất
        </Button>
      </div>
    </section>
  )
}
