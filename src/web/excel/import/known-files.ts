/** The files that were imported from this browser, so that the same file twice is recognised. */
import { userId } from '#web/session/session.ts'

export interface KnownFile {
  digest: string
  file: string
  rows: number
  /** When, as an ISO moment. */
  at: string
}

const kept = 30
const place = (name: string) => `imported:${userId() ?? ''}:${name}`

export function knownFile(name: string, digest: string): KnownFile | undefined {
  return readFiles(name).find((one) => one.digest === digest)
}

export function rememberFile(name: string, file: KnownFile): void {
  const others = readFiles(name).filter(({ digest }) => digest !== file.digest)
  try {
    localStorage.setItem(place(name), JSON.stringify([file, ...others].slice(0, kept)))
  } catch {
    // Where storage is forbidden, a repeated file is told by the server's own checks only.
  }
}

function readFiles(name: string): KnownFile[] {
  try {
    const files: unknown = JSON.parse(localStorage.getItem(place(name)) ?? '[]')
    return Array.isArray(files) ? (files as KnownFile[]) : []
  } catch {
    return []
  }
}
