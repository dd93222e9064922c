import { renameSync, rmSync, writeFileSync } from 'node:fs'

/** Writes a file that only its owner may read, completely or not at all: neither a full disk nor a power cut leaves half of it. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const draft = `${path}.new`
  try {
    writeFileSync(draft, content, { mode: 0o600, flush: true })
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
