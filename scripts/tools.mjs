// What the scripts that run before the libraries are there have in common. Nothing but Node itself is imported.
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const project_dir = dirname(dirname(fileURLToPath(import.meta.url)))
const bin_dir = join(project_dir, 'node_modules', '.bin')

/** The Node that the lockfile names. */
export const node_path = join(project_dir, 'node_modules', 'node', 'bin', 'node')

/** A fault that the person at the terminal can mend: told in one sentence, without a stack trace. */
export class Sentence extends Error {}

/** The libraries' own programs come first, their Node among them. */
export function tool_env() {
  const others = (process.env.PATH ?? '').split(delimiter).filter((path) => path !== bin_dir)
  return { ...process.env, PATH: [bin_dir, ...others].join(delimiter) }
}

/** The machine's own programs only: for the one that replaces the libraries, and with them their Node. */
export function machine_env() {
  const paths = (process.env.PATH ?? '').split(delimiter)
  return { ...process.env, PATH: paths.filter((path) => !path.includes('node_modules')).join(delimiter) }
}
