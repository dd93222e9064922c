/** Remembers the files imported in this browser, to warn when the same file is imported again. */
import { userId } from '#web/session/session.ts'

export interface ImportedFile {
  digest: string
  file: string
  rows: number
  /** When, as an ISO moment. */
  at: string
}

const max_files = 30
const storageName = (name: string) => `imported:${userId() ?? ''}:${name}`

/** The earlier import of a file with this digest. */
export function importedFile(name: string, digest: string): ImportedFile | undefined {
  return readFiles(name).find((file) => file.digest === digest)
}

/** Remembers an import. */
export function rememberFile(name: string, file: ImportedFile): void {
  const otherFiles = readFiles(name).filter(({ digest }) => digest !== file.digest)
  try {
    localStorage.setItem(storageName(name), JSON.stringify([file, ...otherFiles].slice(0, max_files)))
  } catch {
    // Storage may be forbidden; then only the server's checks find repeated rows.
  }
}

function readFiles(name: string): ImportedFile[] {
  try {
    const files: unknown = JSON.parse(localStorage.getItem(storageName(name)) ?? '[]')
    return Array.isArray(files) ? (files as ImportedFile[]) : []
  } catch {
    return []
  }
}
