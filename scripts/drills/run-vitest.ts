/** Runs one test file with the given drill sizes as environment variables, and shows its output. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { project_dir } from '#server/program/config.ts'

/** @returns whether all tests passed */
export async function runVitest(
  file: string,
  sizes: Record<string, number | string>,
  timeout_ms?: number,
): Promise<boolean> {
  const env = {
    ...process.env,
    ...Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, String(size)])),
  }
  const args = [join(project_dir, 'node_modules', 'vitest', 'vitest.mjs'), 'run', file]
  if (timeout_ms !== undefined) args.push(`--testTimeout=${timeout_ms}`)
  const child = spawn(process.execPath, args, { cwd: project_dir, env, stdio: 'inherit' })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}
