/** The running exports, one per list, which the name of its call identifies unless a request has a key of its own. They continue on other pages. */
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
export function runOf(run_key: string): ExportRun | undefined {
  return runs.get(run_key)
}

/** Sets the run of a list; null removes it. */
export function putRun(run_key: string, run: ExportRun | null): void {
  const changedRuns = new Map(runs)
  if (run === null) changedRuns.delete(run_key)
  else changedRuns.set(run_key, run)
  runs = changedRuns
  notify()
}

/** The running export of a list, rendered again at each step; undefined when none runs. */
export function useExportRun(run_key: string): ExportRun | undefined {
  return useSyncExternalStore(subscribe, () => runOf(run_key))
}
