// Runs the server under test in its own process, so that its CPU time and memory are separate from those of the load generator.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { project_dir } from '#server/program/config.ts'
import type { Tokens } from './bench-server.ts'

export interface BenchServer {
  url: string
  tokens: Tokens
  child: ChildProcess
}

/** Starts the server on a database; the bench exits when the server fails. */
export async function startBenchServer(database_url: string, env: NodeJS.ProcessEnv = {}): Promise<BenchServer> {
  const child = fork(join(project_dir, 'scripts', 'bench-server.ts'), {
    env: { ...process.env, ...env, DATABASE_URL: database_url },
  })
  child.once('exit', (code) => code && process.exit(code))
  const [{ url, tokens }] = (await once(child, 'message')) as [Pick<BenchServer, 'url' | 'tokens'>]
  return { url, tokens, child }
}

export async function endBenchServer({ child }: BenchServer): Promise<void> {
  child.kill('SIGTERM')
  await once(child, 'exit')
}
