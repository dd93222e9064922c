/** The running exports, one per list. They continue on other pages. */
import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/ui/base/listeners.ts'

export interface ExportRun {
  /** The title of the exported page. */
  title: string
  rows: number
  /** Null while the number is unknown or capped. */
  total: number | null
  /** The size received so far, for a file that the server writes. */
  received?: string
  cancel: () => void
}

let runs: ReadonlyMap<string, ExportRun> = new Map()
const { subscribe, notify } = createListeners()

/** The running export of a list. */
export function runOf(call_name: string): ExportRun | undefined {
  return runs.get(call_name)
}

/** Sets the run of a list; null removes it. */
export function putRun(call_name: string, run: ExportRun | null): void {
  const changedRuns = new Map(runs)
  if (run === null) changedRuns.delete(call_name)
  else changedRuns.set(call_name, run)
  runs = changedRuns
  notify()
}

/** The running export of the list of this call, rendered again at each step; undefined when none runs. */
export function useExportRun(call_name: string): ExportRun | undefined {
  return useSyncExternalStore(subscribe, () => runOf(call_name))
}
