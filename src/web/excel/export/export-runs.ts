/** The exports that are running, one a list. They go on while the person does other things, on other pages too. */
import { useSyncExternalStore } from 'react'

export interface ExportRun {
  /** What is exported, as its page is called. */
  title: string
  rows: number
  /** Null while only a bound of it is known. */
  total: number | null
  /** What has come so far of a file that the server writes. */
  received?: string
  cancel: () => void
}

let runs: ReadonlyMap<string, ExportRun> = new Map()
const listeners = new Set<() => void>()

export function runOf(call_name: string): ExportRun | undefined {
  return runs.get(call_name)
}

export function putRun(call_name: string, run: ExportRun | null): void {
  const next = new Map(runs)
  if (run === null) next.delete(call_name)
  else next.set(call_name, run)
  runs = next
  for (const listener of listeners) listener()
}

export function useExportRun(call_name: string): ExportRun | undefined {
  return useSyncExternalStore(subscribe, () => runOf(call_name))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
