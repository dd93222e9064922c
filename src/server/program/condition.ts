/**
 * The state of this process that no table shows. The parts that know it register at the start; the metrics and the page of the system's status read
 * it.
 */
import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

/** The newest backup, the newest one whose restore was tried, and their copies in a store. */
export interface BackupCondition {
  newest: { name: string; ended_at: string } | null
  test: { name: string; at: string; seconds: number; fault: string | null } | null
  /** When a store last had all of them, with null for never; null where no store is configured. */
  upload: { at: string | null } | null
}

export interface Disk {
  name: string
  free_bytes: number
  size_bytes: number
}

/** The replica that answers reports. */
export interface ReplicaCondition {
  /** Why it is not read; null while it is. */
  trouble: string | null
  /** How far it is behind; null where nobody knows. */
  lag_s: number | null
}

interface ProcessState {
  pools: Readonly<Record<string, pg.Pool>>
  /** Directories that hold data, by their names on screen. */
  directories: Readonly<Record<string, string>>
  /** Null where no backup is configured; what was read last, with null before anything was. */
  backups: (() => BackupCondition | null) | null
  /** For every gateway: null where it is not configured, else whether the real or the simulated one is called. */
  gateways: Readonly<Record<string, 'called' | 'simulated' | null>>
  /** Null where none is configured. */
  replica: (() => ReplicaCondition) | null
  /** When the database was set up; null before that is known. What should have been done since counts as late from then on. */
  set_up_at_ms: number | null
  /** How many live streams this process has open. */
  streams: () => number
  /** How many processes answer calls. */
  processes: number
  is_embedded: boolean
}

const started_at_ms = Date.now()
/** The state before any part has registered. */
export const state_at_start: ProcessState = {
  pools: {},
  directories: {},
  backups: null,
  gateways: {},
  replica: null,
  set_up_at_ms: null,
  streams: () => 0,
  processes: 1,
  is_embedded: false,
}
let state = state_at_start

/** Registers values; those that are left out stay as they were. */
export function setCondition(parts: Partial<ProcessState>): void {
  state = { ...state, ...parts }
}

/** What this process knows of itself; `started_at_ms` is in milliseconds since 1970. */
export function condition(): ProcessState & { started_at_ms: number } {
  return { ...state, started_at_ms }
}

const max_wait_ms = 2_000

/**
 * Reads at most once at a time: a share that hangs keeps one of the few threads with which Node reads files, and no more.
 * @returns a function that gives null where the reading fails or takes longer than two seconds
 */
export function readOnce<T>(read: () => Promise<T>): () => Promise<T | null> {
  let reading: Promise<T | null> | null = null
  return () => {
    reading ??= read()
      .catch(() => null)
      .finally(() => (reading = null))
    return Promise.race([reading, sleep(max_wait_ms, null, { ref: false })])
  }
}

const usageReaders = new Map<string, () => Promise<StatsFs | null>>()
function usageOf(path: string): Promise<StatsFs | null> {
  const readUsage = usageReaders.get(path) ?? readOnce(() => statfs(path))
  usageReaders.set(path, readUsage)
  return readUsage()
}

/** The disk usage of each readable directory; a share that is unavailable or hangs is left out. */
export async function disks(): Promise<Disk[]> {
  const usages = await Promise.all(
    Object.entries(state.directories).map(async ([name, path]) => {
      const disk = await usageOf(path)
      return disk && { name, free_bytes: disk.bavail * disk.bsize, size_bytes: disk.blocks * disk.bsize }
    }),
  )
  return usages.filter((disk) => disk !== null)
}
