/** An export that the server writes: it comes as a file, piece by piece, and is handed over when all of it is there. */
import type { Call } from '#contract/call.ts'
import { xlsx_type } from '#contract/sheet/workbook-parts.ts'
import { sizeText } from '#web/ui/field/size-text.ts'
import { toast } from '#web/ui/message/toast-store.ts'
import { answerFrom, connectionMessage, ConnectionError, newTransid, Refusal, request } from '#web/call/send.ts'
import { onEnded, token } from '#web/session/session.ts'
import { putRun, runOf } from './export-runs.ts'
import { fileName, saveFile } from './save-file.ts'

export interface ServerExportRequest {
  /** The list's own call, under which the run is known. */
  list: Call
  call: Call
  input: Record<string, unknown>
  title: string
  url: string
  /** A workbook unless it is a sheet of paper. */
  format?: keyof typeof formats
}

const formats = {
  xlsx: { type: xlsx_type, words: 'file excel' },
  pdf: { type: 'application/pdf', words: 'file PDF' },
} as const

/** One export at a time of a list; the running one is left alone. */
export function startServerExport(wanted: ServerExportRequest): void {
  const { list, title, url, format = 'xlsx' } = wanted
  if (runOf(list.name)) return
  const name = fileName(url).replace(/xlsx$/, format)
  const { words } = formats[format]
  const giveUp = new AbortController()
  const cancel = () => {
    giveUp.abort()
    toast.info(`Đã hủy xuất ${words}.`)
  }
  const forget = onEnded(() => giveUp.abort())
  const tell = (bytes: number) => putRun(list.name, { title, rows: 0, total: null, received: sizeText(bytes), cancel })
  tell(0)
  const end = () => {
    forget()
    putRun(list.name, null)
  }
  fetched(wanted, giveUp.signal, tell)
    .then((file) => handOver(file, name, words))
    .catch((error: unknown) => giveUp.signal.aborted || tellFailure(error, wanted))
    .finally(end)
}

function handOver(file: Blob, name: string, words: string): void {
  saveFile(file, name)
  toast.success(`Đã xuất ${words}.`, { detail: name })
}

const longest_ms = 30 * 60_000

async function fetched(
  { call, input, format = 'xlsx' }: ServerExportRequest,
  signal: AbortSignal,
  tell: (bytes: number) => void,
) {
  const { type } = formats[format]
  const [transid, bearer] = [newTransid(), token()]
  const { page_index: _, page_size: __, ...filters } = input
  const lost = () => new ConnectionError(connectionMessage(call), transid, true)
  const response = await request(call, filters, { transid, bearer, signal, timeout: longest_ms })
  if (response.headers.get('content-type') !== type) {
    await answerFrom(call, response, { transid, bearer })
    throw lost()
  }
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  // A file that breaks off is no file: reading it fails then.
  for (const reader = response.body!.getReader(); ;) {
    const { done, value } = await reader.read().catch(() => {
      throw lost()
    })
    if (done) return new Blob(parts, { type })
    parts.push(value)
    bytes += value.length
    tell(bytes)
  }
}

function tellFailure(error: unknown, wanted: ServerExportRequest): void {
  // Whoever is signed out is told so already.
  if (error instanceof Refusal && (error.code === 1 || error.code === 2)) return
  const known = error instanceof Refusal || error instanceof ConnectionError
  toast.error(`Không xuất được ${formats[wanted.format ?? 'xlsx'].words}. ${known ? error.message : ''}`.trim(), {
    ...(known && { detail: `Mã yêu cầu: ${error.transid}` }),
    action: { label: 'Thử lại', run: () => startServerExport(wanted) },
  })
}
