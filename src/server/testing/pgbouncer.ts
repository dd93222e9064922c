// A real PgBouncer before a PostgreSQL, on a machine that has one (apt-get install pgbouncer; .ci/run does).
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from '#server/program/process.ts'
import { freePort } from '../database/embedded.ts'

const program = ['pgbouncer', '/usr/sbin/pgbouncer'].find((path) => spawnSync(path, ['--version']).status === 0)

/** The reason with which tests are skipped on machines without PgBouncer. */
export const pgbouncer_missing = program === undefined

type Settings = Record<string, string | number>

export interface Pooler {
  /** The address of the database through the pooler. */
  readonly url: string
  /** Ends it and starts it again on the same port. */
  restart(settings: Settings): Promise<void>
  stop(): Promise<void>
}

/** Starts PgBouncer in front of the database of this address, with these settings of its own. */
export async function startPooler(url: string, settings: Settings): Promise<Pooler> {
  const dir = mkdtempSync(join(tmpdir(), 've-so-pgbouncer-'))
  chmodSync(dir, 0o755)
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const pooler_url = new URL(url)
  const sockets = searchParams.get('host')
  pooler_url.host = `127.0.0.1:${await freePort()}`
  pooler_url.search = ''
  // PgBouncer refuses to run as root, and a socket is open only to its owner.
  const user = process.getuid?.() === 0 ? ['-u', sockets === null ? 'nobody' : ownerOf(sockets)] : []
  const users = join(dir, 'users')
  writeFileSync(users, `"${username}" "${password}"\n`)
  const defaults = {
    listen_addr: '127.0.0.1',
    listen_port: pooler_url.port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
  }

  const run = async ({ connect_query, ...overrides }: Settings) => {
    const file = join(dir, 'pgbouncer.ini')
    const lines = Object.entries({ ...defaults, auth_file: users, ...overrides }).map(
      ([name, value]) => `${name} = ${value}`,
    )
    const setUp = connect_query === undefined ? '' : ` connect_query='${String(connect_query).replaceAll("'", "''")}'`
    const target = `${pathname.slice(1)} = host=${sockets ?? hostname} port=${port}${setUp}`
    writeFileSync(file, ['[databases]', target, '[pgbouncer]', ...lines, ''].join('\n'))
    return startProgram([...user, file], Number(pooler_url.port))
  }

  let end = await run(settings)
  return {
    url: pooler_url.href,
    async restart(changed) {
      await end()
      end = await run(changed)
    },
    async stop() {
      await end()
      rmSync(dir, { recursive: true })
    },
  }
}

/** Gives what ends it. */
async function startProgram(args: string[], port: number): Promise<() => Promise<void>> {
  const child = spawn(program!, args, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const ended = once(child, 'exit')
  const end = async () => {
    child.kill('SIGKILL')
    await ended
  }
  if (await waitUntil(() => takesConnections(port), 10_000)) return end
  await end()
  throw new Error(errors)
}

const ownerOf = (path: string) =>
  spawnSync('id', ['-un', String(statSync(path).uid)], { encoding: 'utf8' }).stdout.trim()

async function takesConnections(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
