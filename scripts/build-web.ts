// Builds the web part into dist/web when its sources have changed since the last build: at each start, or while a read-only container image is made.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { project_dir } from '#server/program/config.ts'
import { runGuarded } from '#server/program/guard.mjs'
import { machineFault } from '#server/program/machine-fault.mjs'
import { StartError } from '#server/program/start-error.ts'
import { inTurn } from '#server/program/turn.mjs'
import { writeWhole } from '#server/program/write-whole.ts'

const dist_dir = join(project_dir, 'dist')
const digest_path = join(dist_dir, 'web.digest')

/** Builds the web part, unless it was built of these very sources. @throws StartError when the build fails */
export async function buildWeb(): Promise<void> {
  const digest = digestOfSources()
  if (digest === readDigest()) return
  await inTurn(`build ${project_dir}`, async () => {
    if (digest === readDigest()) return
    rmSync(digest_path, { force: true })
    const vite = join(project_dir, 'node_modules', 'vite', 'bin', 'vite.js')
    const args = [vite, 'build', '--logLevel', 'warn']
    const { ok, output } = await runGuarded(process.execPath, args, { cwd: project_dir })
    if (!ok) throw new StartError(`Không dựng được giao diện web ${reasonIn(output)}.`)
    // Root builds what another user runs.
    writeWhole(digest_path, digest, 0o644)
  })
}

function reasonIn(output: string): string {
  const fault = machineFault(output, dist_dir)
  if (fault) return `vì ${fault}`
  const lines = output.split('\n')
  const complaint = lines[lines.findIndex((line) => line.includes('error during build')) + 1]
  return `(${complaint}): hãy chạy npx vite build để xem toàn bộ`
}

/** Digest of all sources that can end up in the browser, and of the build configuration. */
function digestOfSources(): string {
  const hash = createHash('sha256')
  const sources = [...filesIn('src').filter(isForBrowser), ...filesIn('public')]
  for (const path of [
    ...sources,
    'index.html',
    'vite.config.ts',
    'scripts/web-budget.ts',
    'scripts/web-chunks.ts',
    'package-lock.json',
  ].sort()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(project_dir, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesIn(dir: string): string[] {
  const entries = readdirSync(join(project_dir, dir), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(project_dir.length + 1))
}

function isForBrowser(path: string): boolean {
  return !/^src.server[\\/]|\.(server|jobs)\.ts$|\.test\.tsx?$/.test(path)
}

function readDigest(): string | null {
  try {
    return readFileSync(digest_path, 'utf8')
  } catch {
    return null
  }
}

if (import.meta.main) await buildWeb()
