/** Runs an export in a worker, shows its progress, and saves the file or shows the failure. */
import { known_errors } from '#contract/known-errors.ts'
import type { Call } from '#contract/call.ts'
import { numberText } from '#web/value/format.ts'
import { onEnded, refuseToken } from '#web/session/session.ts'
import { toast } from '#web/ui/message/toast-store.ts'
import type { ExportColumn } from '#contract/sheet/cells.ts'
import { putRun, runOf } from './export-runs.ts'
import type { ExportMessage, ExportTask } from './export-worker.ts'
import { pageSourceOf } from './page-source.ts'
import { fileName, saveFile } from './save-file.ts'

export interface ExportRequest {
  call: Call
  /** Filters and sort; the page parameters are ignored. */
  input: Record<string, unknown>
  columns: readonly ExportColumn[]
  /** The page's title and address; the file is named after the address. */
  title: string
  url: string
  total: number | null
  /** Identifies the run where the call has a list for each of many records; else its name does. */
  run_key?: string
}

const { token_invalid, token_expired } = known_errors

type DoneMessage = Extract<ExportMessage, { kind: 'done' }>
type FailedMessage = Extract<ExportMessage, { kind: 'failed' }>

/** Starts an export; does nothing while one of the same list is running. */
export function startExport(request: ExportRequest): void {
  const { call, columns, title, total, run_key = call.name } = request
  if (runOf(run_key)) return
  const source = pageSourceOf(request.call, request.input)
  const name = fileName(request.url)
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' })
  const end = () => {
    worker.terminate()
    unsubscribe()
    putRun(run_key, null)
  }
  const cancel = () => {
    end()
    toast.info('Đã hủy xuất file excel.')
  }
  // The next person to sign in must not get the file.
  const unsubscribe = onEnded(end)
  putRun(run_key, { title, rows: 0, total, cancel })
  worker.addEventListener('message', ({ data: message }: MessageEvent<ExportMessage>) => {
    if (message.kind === 'progress') return putRun(run_key, { title, rows: message.rows, total: message.total, cancel })
    end()
    if (message.kind === 'done') save(message, name)
    else showFailure(message, request, source.token)
  })
  worker.addEventListener('error', () => {
    end()
    toast.error('Không xuất được file excel.', { action: { label: 'Thử lại', run: () => startExport(request) } })
  })
  worker.postMessage({ source, columns } satisfies ExportTask)
}

function save({ file, rows, sheets, changed }: DoneMessage, name: string): void {
  saveFile(file, name)
  const detail = sheets > 1 ? `${name}, ${sheets} trang tính` : name
  const done = `Đã xuất ${numberText(rows)} dòng.`
  if (!changed) toast.success(done, { detail })
  else
    toast.warning(done, {
      detail: `${detail}. Danh sách đã thay đổi trong lúc xuất: hãy xuất lại nếu cần số liệu khớp tuyệt đối.`,
    })
}

function showFailure(failed: FailedMessage, request: ExportRequest, sent_token: string | null): void {
  const { code, transid } = failed
  if (code === token_invalid[0] || code === token_expired[0]) return refuseToken(sent_token)
  const message = code === null ? 'Có lỗi xảy ra khi kết nối đến server' : failed.message
  toast.error(`Không xuất được file excel. ${message}`, {
    ...(transid && { detail: `Mã yêu cầu: ${transid}` }),
    action: { label: 'Thử lại', run: () => startExport(request) },
  })
}
