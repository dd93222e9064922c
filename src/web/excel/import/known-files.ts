/** Remembers the files imported in this browser, to warn when the same file is imported again. */
import { userId } from '#web/session/session.ts'

export interface KnownFile {
  digest: string
  file: string
  rows: number
  /** When, as an ISO moment. */
  at: string
}

const max_files = 30
const storageName = (name: string) => `imported:${userId() ?? ''}:${name}`

/** The earlier import of a file with this digest. */
export function knownFile(name: string, digest: string): KnownFile | undefined {
  return readFiles(name).find((one) => one.digest === digest)
}

/** Remembers an import. */
export function rememberFile(name: string, file: KnownFile): void {
  const others = readFiles(name).filter(({ digest }) => digest !== file.digest)
  try {
    localStorage.setItem(storageName(name), JSON.stringify([file, ...others].slice(0, max_files)))
  } catch {
    // Storage may be forbidden; then only the server's checks find repeated rows.
  }
}

function readFiles(name: string): KnownFile[] {
  try {
    const files: unknown = JSON.parse(localStorage.getItem(storageName(name)) ?? '[]')
    return Array.isArray(files) ? (files as KnownFile[]) : []
  } catch {
    return []
  }
}
