// What the scripts that run before the libraries are there have in common. Nothing but Node itself is imported.
import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const project_dir = dirname(dirname(fileURLToPath(import.meta.url)))
const bin_dir = join(project_dir, 'node_modules', '.bin')

/** The Node that the lockfile names. */
export const node_path = join(
  project_dir,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

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

/** Runs a program to its end, keeps quiet while it goes well, and shows what it said when it does not. */
export function runQuietly(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: project_dir, env, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    const listen = (stream) =>
      stream.setEncoding('utf8').on('data', (text) => {
        said = (said + text).slice(-20_000)
      })
    listen(child.stdout)
    listen(child.stderr)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0) return resolve()
      console.error(said.trimEnd())
      reject(new Error(`${command} ended with ${signal ?? code}`))
    })
  })
}

/** Prints a line for a step when it is done, with the time that it took. */
export async function step(title, work) {
  const since = performance.now()
  await work()
  const seconds = ((performance.now() - since) / 1_000).toLocaleString('vi-VN', {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  console.log(`✓ ${title} (${seconds} giây)`)
}
