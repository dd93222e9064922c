// Shared by the scripts that run before the dependencies are installed; imports only Node's own modules.
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const project_dir = dirname(dirname(fileURLToPath(import.meta.url)))
const bin_dir = join(project_dir, 'node_modules', '.bin')

/** The Node binary of the version in the lockfile. */
export const node_path = join(project_dir, 'node_modules', 'node', 'bin', 'node')

/** An error that the person at the terminal can fix: printed as one sentence without a stack trace. */
export class Sentence extends Error {}

/** Environment with node_modules/.bin first in the PATH, which includes the Node of the lockfile. */
export function tool_env() {
  const others = (process.env.PATH ?? '').split(delimiter).filter((path) => path !== bin_dir)
  return { ...process.env, PATH: [bin_dir, ...others].join(delimiter) }
}

/** Environment without node_modules in the PATH, for npm, which replaces node_modules including its Node. */
export function machine_env() {
  const paths = (process.env.PATH ?? '').split(delimiter)
  return { ...process.env, PATH: paths.filter((path) => !path.includes('node_modules')).join(delimiter) }
}
