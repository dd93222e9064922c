import { renameSync, rmSync, writeFileSync } from 'node:fs'

/**
 * Writes a file completely or not at all: neither a full disk nor a power cut leaves half of it.
 * @param mode who may read it; only its owner, unless something else is said
 */
export function writeWhole(path: string, content: string | Uint8Array, mode = 0o600): void {
  const draft = `${path}.new`
  try {
    writeFileSync(draft, content, { mode, flush: true })
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
