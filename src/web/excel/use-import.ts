/** An import from the chosen file to the report: read, match, check, send. One step at a time, each can be left. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { newTransid } from '../send.ts'
import { checkRows, type CheckedRow } from './check-rows.ts'
import { knownFile, rememberFile, type KnownFile } from './known-files.ts'
import { matchColumns, wantedColumns, type Mapping, type Match } from './match-columns.ts'
import { readSheet, type SheetContent } from './read-sheet.ts'
import { Sending, type Break, type RefusedRow, type SendRows } from './sending.ts'
import { SheetError } from '#contract/sheet/sheet-error.ts'

export interface ImportOptions<S extends z.ZodMiniObject> {
  /** What is imported, as a word of file names: 'lo-the'. */
  name: string
  /** The contract of one row. */
  row: S
  /** Fields that together may stand in a file only once. */
  unique?: readonly (keyof z.output<S> & string)[]
  /** Sends some rows, and says which of them were refused. */
  send: SendRows<z.output<S>>
  /** How many rows are sent at once. */
  rowsAtOnce?: number
}

export type Step =
  | { at: 'choose'; failure: string | null }
  | { at: 'reading'; rows: number }
  | { at: 'checking'; done: number; of: number }
  | { at: 'preview' }
  | { at: 'sending'; done: number; of: number }
  | ({ at: 'stopped'; done: number; of: number } & Break)
  | { at: 'done'; taken: number }

export interface Loaded<T> {
  content: SheetContent
  match: Match
  known: KnownFile | undefined
  checked: CheckedRow<T>[]
}

export function useImport<S extends z.ZodMiniObject>(options: ImportOptions<S>) {
  type Row = z.output<S>
  const { name, row, unique, rowsAtOnce = 500 } = options
  const wanted = useMemo(() => wantedColumns(row), [row])
  const [step, setStep] = useState<Step>({ at: 'choose', failure: null })
  const [loaded, setLoaded] = useState<Loaded<Row> | null>(null)
  const [refused, setRefused] = useState<ReadonlyMap<CheckedRow<Row>, RefusedRow>>(new Map())
  const sending = useRef<Sending<Row> | null>(null)
  const alone = useAlone((error) => {
    setLoaded(null)
    setStep({ at: 'choose', failure: error instanceof SheetError ? error.message : 'Không đọc được tệp này.' })
  })
  useEffect(() => () => sending.current?.stop(), [])

  function clear() {
    alone.leave()
    sending.current = null
    setLoaded(null)
    setRefused(new Map())
    setStep({ at: 'choose', failure: null })
  }

  async function checkAgainst(content: SheetContent, match: Match, signal: AbortSignal) {
    const body = content.rows.filter((one) => match.head === null || one.number > match.head.number)
    const onProgress = (done: number) => setStep({ at: 'checking', done, of: body.length })
    onProgress(0)
    const checked = await checkRows(row, wanted, match.mapping, body, { ...(unique && { unique }), signal, onProgress })
    setLoaded({ content, match, known: knownFile(name, content.digest), checked })
    setStep({ at: 'preview' })
  }

  function choose(file: File) {
    clear()
    return alone.run(async (signal) => {
      const onProgress = (rows: number) => setStep({ at: 'reading', rows })
      onProgress(0)
      const content = await readSheet(file, { signal, onProgress })
      if (content.rows.length === 0) throw new SheetError('Tệp không có dòng nào.')
      await checkAgainst(content, matchColumns(wanted, content.rows), signal)
    })
  }

  async function map(mapping: Mapping) {
    if (loaded) await alone.run((signal) => checkAgainst(loaded.content, { ...loaded.match, mapping }, signal))
  }

  async function run() {
    if (!loaded) return
    const { digest, file } = loaded.content
    const cut = { rows_at_once: rowsAtOnce, newTransid }
    const job = (sending.current ??= new Sending(loaded.checked, options.send, digest, cut))
    const onPiece = () => {
      setStep({ at: 'sending', done: job.done, of: job.of })
      setRefused((known) => (known.size === job.refused.size ? known : new Map(job.refused)))
    }
    onPiece()
    const broken = await job.run(() => {
      rememberFile(name, { digest, file: file.name, rows: job.done, at: new Date().toISOString() })
      onPiece()
    })
    setStep(broken ? { at: 'stopped', done: job.done, of: job.of, ...broken } : { at: 'done', taken: job.done })
  }

  function stop() {
    sending.current?.stop()
  }

  return { wanted, step, loaded, refused, choose, map, clear, run, stop }
}

export type Import<S extends z.ZodMiniObject> = ReturnType<typeof useImport<S>>

/** Runs one thing at a time: the one before, if it still runs, ends without a word, and so does the last when the screen is left. */
function useAlone(onFailure: (error: unknown) => void) {
  const work = useRef<AbortController | null>(null)
  useEffect(() => () => work.current?.abort(), [])
  return {
    leave: () => work.current?.abort(),
    async run(doing: (signal: AbortSignal) => Promise<void>) {
      work.current?.abort()
      const { signal } = (work.current = new AbortController())
      try {
        await doing(signal)
      } catch (error) {
        if (!signal.aborted) onFailure(error)
      }
    },
  }
}
