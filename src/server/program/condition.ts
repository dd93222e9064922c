/**
 * How the program stands, as only its own process knows it: what no table tells. The parts that know say so at the start; the metrics and
 * the page of the system's condition read it.
 */
import { statfs } from 'node:fs/promises'
import type pg from 'pg'

/** The newest backup, and the newest that was restored to try it. */
export interface BackupCondition {
  newest: { name: string; ended_at: string } | null
  test: { name: string; at: string; seconds: number; fault: string | null } | null
}

export interface Disk {
  name: string
  free_bytes: number
  size_bytes: number
}

interface Known {
  pools: Readonly<Record<string, pg.Pool>>
  /** What is kept where, by its name on screen. */
  places: Readonly<Record<string, string>>
  /** Null: no place for backups is set. */
  backups: (() => BackupCondition) | null
  /** Of all gateways: null for one that is not configured, else whether it is called or kept from being called after faults in a row. */
  gateways: Readonly<Record<string, 'called' | 'simulated' | null>>
  /** Screens that are told of changes by this process. */
  streams: () => number
  /** How many processes answer calls. */
  processes: number
  is_embedded: boolean
}

const started_at_ms = Date.now()
let known: Known = {
  pools: {},
  places: {},
  backups: null,
  gateways: {},
  streams: () => 0,
  processes: 1,
  is_embedded: false,
}

/** Says what is known from now on; what is left out stays as it was. */
export function setCondition(parts: Partial<Known>): void {
  known = { ...known, ...parts }
}

export function condition(): Known & { started_at_ms: number } {
  return { ...known, started_at_ms }
}

/** Of each place that can be looked at; a share that is gone is left out. */
export async function disks(): Promise<Disk[]> {
  const found = await Promise.all(
    Object.entries(known.places).map(async ([name, path]) => {
      const disk = await statfs(path).catch(() => null)
      return disk && { name, free_bytes: disk.bavail * disk.bsize, size_bytes: disk.blocks * disk.bsize }
    }),
  )
  return found.filter((disk) => disk !== null)
}
