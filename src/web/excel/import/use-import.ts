/** The state of an import from the chosen file to the report: read, match columns, check, send. Every step can be cancelled. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { ConnectionError, newTransid, Refusal } from '#web/call/send.ts'
import { checkRows, type CheckedRow } from './check-rows.ts'
import { importedFile, rememberFile, type ImportedFile } from './known-files.ts'
import { matchColumns, importFields, type Mapping, type Match } from './match-columns.ts'
import { readSheet, type ReadOptions, type SheetContent } from './read-sheet.ts'
import { RowSender, type Interruption, type RefusedRow, type SendRows } from './row-sender.ts'
import type { SheetRow } from '#contract/sheet/row-scanner.ts'
import { tryRows, type Outcomes, type TryRows } from './try-rows.ts'
import { SheetError } from '#contract/sheet/sheet-error.ts'

export interface ImportOptions<S extends z.ZodMiniObject> {
  /** Part of file names: 'lo-the'. */
  name: string
  /** The schema of a row. */
  row: S
  /** Fields whose combination must be unique in the file. */
  unique?: readonly (keyof z.output<S> & string)[]
  /** The server's dry run. Without it rows are only validated by their schema before they are sent. */
  tryRows?: TryRows<z.output<S>>
  /** Sends a batch of rows and returns the refused ones. */
  send: SendRows<z.output<S>>
  /** Rows per batch. */
  rowsAtOnce?: number
}

const default_batch_rows = 500

export type Step =
  | { phase: 'choose'; failure: string | null }
  | { phase: 'reading'; rows: number }
  | { phase: 'checking'; done: number; total: number }
  | { phase: 'trying'; done: number; total: number }
  | { phase: 'preview' }
  | { phase: 'sending'; done: number; total: number }
  | ({ phase: 'stopped'; done: number; total: number } & Interruption)
  | { phase: 'done'; imported: number }

export interface LoadedImport<T> {
  content: SheetContent
  match: Match
  earlierImport: ImportedFile | undefined
  rows: CheckedRow<T>[]
  /** Results of the dry run of valid rows. */
  outcomes: Outcomes
}

export function useImport<S extends z.ZodMiniObject>(options: ImportOptions<S>) {
  type Row = z.output<S>
  const { name, row, unique, rowsAtOnce = default_batch_rows } = options
  const fields = useMemo(() => importFields(row), [row])
  const [step, setStep] = useState<Step>({ phase: 'choose', failure: null })
  const [loaded, setLoaded] = useState<LoadedImport<Row> | null>(null)
  const [refusals, setRefusals] = useState<ReadonlyMap<CheckedRow<Row>, RefusedRow>>(new Map())
  const [isRepeat, setRepeat] = useState(false)
  const [isCorrecting, setCorrecting] = useState(false)
  const sender = useRef<RowSender<Row> | null>(null)
  const task = useSingleTask((error) => {
    setLoaded(null)
    setStep({ phase: 'choose', failure: failureText(error) })
  })
  useEffect(() => () => sender.current?.stop(), [])

  function clear() {
    task.abort()
    sender.current = null
    setLoaded(null)
    setRefusals(new Map())
    setRepeat(false)
    setCorrecting(false)
    setStep({ phase: 'choose', failure: null })
  }

  async function checkAgainst(content: SheetContent, match: Match, signal: AbortSignal) {
    const body = content.rows.filter((sheetRow) => match.head === null || sheetRow.number > match.head.number)
    const onProgress = (done: number) => setStep({ phase: 'checking', done, total: body.length })
    onProgress(0)
    const rows = await checkRows(row, fields, match.mapping, body, { ...(unique && { unique }), signal, onProgress })
    const trying = (done: number, total: number) => setStep({ phase: 'trying', done, total })
    const tryOptions = { batch_rows: rowsAtOnce, signal, onProgress: trying }
    const outcomes = options.tryRows ? await tryRows(rows, options.tryRows, tryOptions) : no_outcomes
    setLoaded({ content, match, earlierImport: importedFile(name, content.digest), rows, outcomes })
    setStep({ phase: 'preview' })
  }

  function choose(file: File) {
    clear()
    return task.run(async (signal) => {
      const onProgress = (rows: number) => setStep({ phase: 'reading', rows })
      onProgress(0)
      const content = await readRows(file, { signal, onProgress })
      await checkAgainst(content, matchColumns(fields, content.rows), signal)
    })
  }

  async function map(mapping: Mapping) {
    if (!loaded) return
    const match = { ...loaded.match, mapping }
    setCorrecting(false)
    // At once, so that a further change meanwhile keeps this one.
    setLoaded({ ...loaded, match })
    await task.run((signal) => checkAgainst(loaded.content, match, signal))
  }

  /** Changes the text of a cell and checks all rows again, because other rows may depend on it. */
  async function correct({ row: { number } }: CheckedRow<unknown>, key: string, text: string) {
    const cell_index = loaded?.match.mapping[key]
    if (!loaded || cell_index === null || cell_index === undefined) return
    const rows = loaded.content.rows.map((now) => (now.number === number ? withCell(now, cell_index, text) : now))
    setCorrecting(true)
    await task.run((signal) => checkAgainst({ ...loaded.content, rows }, loaded.match, signal))
  }

  async function run() {
    if (!loaded) return
    const { digest, file } = loaded.content
    const batchOptions = { batch_rows: rowsAtOnce, newTransid }
    const job = (sender.current ??= new RowSender(rowsToSend(loaded), options.send, digest, batchOptions))
    const onBatch = () => {
      setStep({ phase: 'sending', done: job.done, total: job.total })
      setRefusals((now) => (now.size === job.refusals.size ? now : new Map(job.refusals)))
    }
    onBatch()
    const stopped = await job.run(() => {
      rememberFile(name, { digest, file: file.name, rows: job.done, at: new Date().toISOString() })
      onBatch()
    })
    const { done, total } = job
    setStep(stopped ? { phase: 'stopped', done, total, ...stopped } : { phase: 'done', imported: done })
  }

  const stop = () => sender.current?.stop()

  const allowRepeat = () => setRepeat(true)
  return { fields, step, loaded, refusals, isRepeat, allowRepeat, isCorrecting, choose, map, correct, clear, run, stop }
}

const no_outcomes: Outcomes = new Map()

/** The content of a file of the kinds that are accepted, which has a row at least. */
async function readRows(file: File, options: ReadOptions): Promise<SheetContent> {
  if (!/\.(xlsx|csv)$/i.test(file.name)) throw new SheetError('Chỉ nhận tệp Excel (.xlsx) hoặc CSV (.csv).')
  const content = await readSheet(file, options)
  if (content.rows.length === 0) throw new SheetError('Tệp không có dòng nào.')
  return content
}

function failureText(error: unknown): string {
  const isExplained = error instanceof SheetError || error instanceof Refusal || error instanceof ConnectionError
  return isExplained ? error.message : 'Không đọc được tệp này.'
}

/** The rows to send: without those that exist unchanged or that the dry run refused. */
export const rowsToSend = <T>({ rows, outcomes }: LoadedImport<T>) =>
  rows.filter(({ row }) => (outcomes.get(row.number)?.kind ?? 'changed') === 'changed')

function withCell(fileRow: SheetRow, cell_index: number, text: string): SheetRow {
  const length = Math.max(fileRow.cells.length, cell_index + 1)
  const cells = Array.from({ length }, (_, index) => fileRow.cells[index] ?? null)
  return { ...fileRow, cells: cells.with(cell_index, text) }
}

export type Import<S extends z.ZodMiniObject> = ReturnType<typeof useImport<S>>

/** Runs one task at a time: starting another one, or leaving the screen, aborts the running one silently. */
function useSingleTask(onFailure: (error: unknown) => void) {
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  return {
    abort: () => running.current?.abort(),
    async run(task: (signal: AbortSignal) => Promise<void>) {
      running.current?.abort()
      const { signal } = (running.current = new AbortController())
      try {
        await task(signal)
      } catch (error) {
        if (!signal.aborted) onFailure(error)
      }
    },
  }
}
