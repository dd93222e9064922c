// Builds the web part into dist/web when its sources have changed since the last time.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Sentence, node_path, project_dir, runQuietly, step, tool_env } from './tools.mjs'

const digest_path = join(project_dir, 'dist', 'web.digest')

export async function buildWeb() {
  const digest = digestOfSources()
  if (digest === readDigest()) return
  await step('Dựng giao diện web', async () => {
    try {
      rmSync(digest_path, { force: true })
      const vite = join(project_dir, 'node_modules', 'vite', 'bin', 'vite.js')
      await runQuietly(node_path, [vite, 'build', '--logLevel', 'warn'], tool_env())
      writeFileSync(digest_path, digest)
    } catch (error) {
      throw new Sentence(`Không dựng được giao diện web (${error.message}): hãy xem thông báo ở trên.`)
    }
  })
}

/** Everything under src that the browser may see, and what decides how it is built. */
function digestOfSources() {
  const hash = createHash('sha256')
  const sources = [...filesIn('src').filter(isForBrowser), ...filesIn('public')]
  for (const path of [
    ...sources,
    'index.html',
    'vite.config.ts',
    'scripts/web-budget.ts',
    'package-lock.json',
  ].sort()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(project_dir, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesIn(dir) {
  const entries = readdirSync(join(project_dir, dir), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(project_dir.length + 1))
}

function isForBrowser(path) {
  return !/^src.server[\\/]|\.(server|jobs)\.ts$|\.test\.tsx?$/.test(path)
}

function readDigest() {
  try {
    return readFileSync(digest_path, 'utf8')
  } catch {
    return null
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await buildWeb().catch((error) => {
    console.error(`✗ ${error.message}`)
    process.exitCode = 1
  })
}
