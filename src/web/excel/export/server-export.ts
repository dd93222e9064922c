/** Downloads an export that the server writes, with progress, and saves it when it is complete. */
import type { Call } from '#contract/call.ts'
import { xlsx_type } from '#contract/sheet/workbook-parts.ts'
import { sizeText } from '#web/ui/field/size-text.ts'
import { toast } from '#web/ui/message/toast-store.ts'
import {
  answerFrom,
  connectionMessage,
  ConnectionError,
  isTokenRefused,
  newTransid,
  Refusal,
  request,
} from '#web/call/send.ts'
import { onEnded, token } from '#web/session/session.ts'
import { putRun, runOf } from './export-runs.ts'
import { fileName, saveFile } from './save-file.ts'

export interface ServerExportRequest {
  /** The call of the list, which identifies the run. */
  list: Call
  call: Call
  input: Record<string, unknown>
  title: string
  url: string
  /** A workbook by default. */
  format?: keyof typeof formats
}

const formats = {
  xlsx: { type: xlsx_type, label: 'file excel' },
  pdf: { type: 'application/pdf', label: 'file PDF' },
} as const

/** Starts an export; does nothing while one of the same list is running. */
export function startServerExport(exportRequest: ServerExportRequest): void {
  const { list, title, url, format = 'xlsx' } = exportRequest
  if (runOf(list.name)) return
  const name = fileName(url).replace(/xlsx$/, format)
  const { label } = formats[format]
  const abort = new AbortController()
  const cancel = () => {
    abort.abort()
    toast.info(`Đã hủy xuất ${label}.`)
  }
  const unsubscribe = onEnded(() => abort.abort())
  const showProgress = (bytes: number) =>
    putRun(list.name, { title, rows: 0, total: null, received: sizeText(bytes), cancel })
  showProgress(0)
  const end = () => {
    unsubscribe()
    putRun(list.name, null)
  }
  download(exportRequest, abort.signal, showProgress)
    .then((file) => save(file, name, label))
    .catch((error: unknown) => abort.signal.aborted || showFailure(error, exportRequest))
    .finally(end)
}

function save(file: Blob, name: string, label: string): void {
  saveFile(file, name)
  toast.success(`Đã xuất ${label}.`, { detail: name })
}

const timeout_ms = 30 * 60_000

async function download(
  { call, input, format = 'xlsx' }: ServerExportRequest,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
) {
  const { type } = formats[format]
  const [transid, bearer] = [newTransid(), token()]
  const { page_index: _, page_size: __, ...filters } = input
  const connectionLost = () => new ConnectionError(connectionMessage(call), transid, true)
  const response = await request(call, filters, { transid, bearer, signal, timeout: timeout_ms })
  if (response.headers.get('content-type') !== type) {
    await answerFrom(call, response, { transid, bearer })
    throw connectionLost()
  }
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  // An incomplete file is discarded: reading fails when the connection breaks.
  for (const reader = response.body!.getReader(); ;) {
    const { done, value } = await reader.read().catch(() => {
      throw connectionLost()
    })
    if (done) return new Blob(parts, { type })
    parts.push(value)
    bytes += value.length
    onProgress(bytes)
  }
}

function showFailure(error: unknown, exportRequest: ServerExportRequest): void {
  // The sign-in page already says that the session has ended.
  if (error instanceof Refusal && isTokenRefused(error)) return
  const hasMessage = error instanceof Refusal || error instanceof ConnectionError
  toast.error(
    `Không xuất được ${formats[exportRequest.format ?? 'xlsx'].label}. ${hasMessage ? error.message : ''}`.trim(),
    {
      ...(hasMessage && { detail: `Mã yêu cầu: ${error.transid}` }),
      action: { label: 'Thử lại', run: () => startServerExport(exportRequest) },
    },
  )
}
