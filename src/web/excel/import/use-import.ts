/** An import from the chosen file to the report: read, match, check, send. One step at a time, each can be left. */
import { useEffect, useMemo, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { ConnectionError, newTransid, Refusal } from '#web/call/send.ts'
import { checkRows, type CheckedRow } from './check-rows.ts'
import { knownFile, rememberFile, type KnownFile } from './known-files.ts'
import { matchColumns, wantedColumns, type Mapping, type Match } from './match-columns.ts'
import { readSheet, type SheetContent } from './read-sheet.ts'
import { Sending, type Break, type RefusedRow, type SendRows } from './sending.ts'
import type { Cell } from '#contract/sheet/sheet-xml.ts'
import { tryRows, type Outcomes, type TryRows } from './try-rows.ts'
import { SheetError } from '#contract/sheet/sheet-error.ts'

export interface ImportOptions<S extends z.ZodMiniObject> {
  /** What is imported, as a word of file names: 'lo-the'. */
  name: string
  /** The contract of one row. */
  row: S
  /** Fields that together may stand in a file only once. */
  unique?: readonly (keyof z.output<S> & string)[]
  /** Asks the server what it would make of some rows. Without it only the contract of a row decides before they are sent. */
  tryRows?: TryRows<z.output<S>>
  /** Sends some rows, and says which of them were refused. */
  send: SendRows<z.output<S>>
  /** How many rows are sent at once. */
  rowsAtOnce?: number
}

export type Step =
  | { at: 'choose'; failure: string | null }
  | { at: 'reading'; rows: number }
  | { at: 'checking'; done: number; of: number }
  | { at: 'trying'; done: number; of: number }
  | { at: 'preview' }
  | { at: 'sending'; done: number; of: number }
  | ({ at: 'stopped'; done: number; of: number } & Break)
  | { at: 'done'; taken: number }

export interface Loaded<T> {
  content: SheetContent
  match: Match
  known: KnownFile | undefined
  checked: CheckedRow<T>[]
  /** What the server says of the good ones. */
  outcomes: Outcomes
}

export function useImport<S extends z.ZodMiniObject>(options: ImportOptions<S>) {
  type Row = z.output<S>
  const { name, row, unique, rowsAtOnce = 500 } = options
  const wanted = useMemo(() => wantedColumns(row), [row])
  const [step, setStep] = useState<Step>({ at: 'choose', failure: null })
  const [loaded, setLoaded] = useState<Loaded<Row> | null>(null)
  const [refused, setRefused] = useState<ReadonlyMap<CheckedRow<Row>, RefusedRow>>(new Map())
  const [again, setAgain] = useState(false)
  const [isMending, setMending] = useState(false)
  const sending = useRef<Sending<Row> | null>(null)
  const alone = useAlone((error) => {
    setLoaded(null)
    const isExplained = error instanceof SheetError || error instanceof Refusal || error instanceof ConnectionError
    setStep({ at: 'choose', failure: isExplained ? error.message : 'Không đọc được tệp này.' })
  })
  useEffect(() => () => sending.current?.stop(), [])

  function clear() {
    alone.leave()
    sending.current = null
    setLoaded(null)
    setRefused(new Map())
    setAgain(false)
    setMending(false)
    setStep({ at: 'choose', failure: null })
  }

  async function checkAgainst(content: SheetContent, match: Match, signal: AbortSignal) {
    const body = content.rows.filter((one) => match.head === null || one.number > match.head.number)
    const onProgress = (done: number) => setStep({ at: 'checking', done, of: body.length })
    onProgress(0)
    const checked = await checkRows(row, wanted, match.mapping, body, { ...(unique && { unique }), signal, onProgress })
    const trying = (done: number, of: number) => setStep({ at: 'trying', done, of })
    const how = { rows_at_once: rowsAtOnce, signal, onProgress: trying }
    const outcomes = options.tryRows ? await tryRows(checked, options.tryRows, how) : no_outcomes
    setLoaded({ content, match, known: knownFile(name, content.digest), checked, outcomes })
    setStep({ at: 'preview' })
  }

  function choose(file: File) {
    clear()
    return alone.run(async (signal) => {
      if (!/\.(xlsx|csv)$/i.test(file.name)) throw new SheetError('Chỉ nhận tệp Excel (.xlsx) hoặc CSV (.csv).')
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

  /** A cell has another text now; its row, and what hangs on it in the file, is looked at anew. */
  async function mend({ row: { number } }: CheckedRow<unknown>, key: string, text: string) {
    const place = loaded?.match.mapping[key]
    if (!loaded || place === null || place === undefined) return
    const rows = loaded.content.rows.map((one) =>
      one.number === number ? { ...one, cells: withCell(one.cells, place, text) } : one,
    )
    setMending(true)
    await alone.run((signal) => checkAgainst({ ...loaded.content, rows }, loaded.match, signal))
  }

  async function run() {
    if (!loaded) return
    const { digest, file } = loaded.content
    const cut = { rows_at_once: rowsAtOnce, newTransid }
    const job = (sending.current ??= new Sending(newOnes(loaded), options.send, digest, cut))
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

  const stop = () => sending.current?.stop()

  const takeAgain = () => setAgain(true)
  return { wanted, step, loaded, refused, again, takeAgain, isMending, choose, map, mend, clear, run, stop }
}

const no_outcomes: Outcomes = new Map()

/** What is there already is not sent, nor what the server has refused already. */
export const newOnes = <T>({ checked, outcomes }: Loaded<T>) =>
  checked.filter(({ row }) => (outcomes.get(row.number)?.kind ?? 'changed') === 'changed')

const withCell = (cells: readonly Cell[], place: number, text: string): Cell[] => {
  const next = Array.from({ length: Math.max(cells.length, place + 1) }, (_, at) => cells[at] ?? null)
  next[place] = text
  return next
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
