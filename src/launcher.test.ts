/** The launcher behind `npm start`, as npm and the terminal see it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { freePort } from '#server/database/embedded.ts'
import { project_dir } from '#server/program/config.ts'
import { identityOf, waitUntil } from '#server/program/process.ts'
import { makeDataDir } from '#server/testing/throw-away.ts'
import { logLines } from './testing/log-lines.ts'

const run_file = join(project_dir, 'scripts', 'run.cjs')

/** Runs Node with these arguments; returns its exit code and output. */
async function run(args: readonly string[], env = process.env): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, { cwd: project_dir, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = listen(child)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output: output() }
}

function listen(child: ChildProcess): () => string {
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  return () => output
}

/** A process that runs the launcher as npm does and, when killed, forwards no signal. */
function startAsNpm(data_dir: string, port: number) {
  const code = `require('node:child_process').spawn(process.execPath, ${JSON.stringify([run_file, 'start', '--empty'])}, { stdio: 'inherit' })
    .on('spawn', function () { console.log('launcher ' + this.pid) }).on('exit', (code) => process.exit(code))
    process.on('SIGTERM', () => {})`
  const npm = spawn(process.execPath, ['--eval', code], {
    cwd: project_dir,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: data_dir,
      PORT: String(port),
      LOG_LEVEL: 'fatal',
      npm_lifecycle_event: 'start',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = listen(npm)
  return { npm, output, launcher: () => Number(/launcher (\d+)/.exec(output())?.[1] ?? 0) }
}

const postgresPid = (data_dir: string) =>
  Number(readFileSync(join(data_dir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
const isLocked = (data_dir: string) => existsSync(join(data_dir, 'server.lock'))

test.each(['4.9.1', '12.22.12', '18.20.8', '20.18.3'])(
  'Node %s is refused as too old with one message',
  async (version) => {
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' }); require(${JSON.stringify(run_file)})`
    const { code, output } = await run(['--eval', pretend])
    expect(code).toBe(1)
    expect(output).toBe(`✗ Cần Node từ bản 20.19 trở lên, máy này có ${version}: hãy cài bản mới từ nodejs.org.\n`)
  },
)

test('an unknown task is refused with one message', async () => {
  const { code, output } = await run([run_file, 'no-such-task'])
  expect(code).toBe(1)
  expect(output).toBe('✗ Không có việc “no-such-task”: hãy xem danh sách bằng npm run.\n')
})

test('with LOG_FORMAT=json what the launcher refuses is a line of the log', async () => {
  const old = `Object.defineProperty(process.versions, 'node', { value: '18.20.8' }); require(${JSON.stringify(run_file)})`
  for (const args of [
    ['--eval', old],
    [run_file, 'no-such-task'],
  ]) {
    const { code, output } = await run(args, { ...process.env, LOG_FORMAT: 'json' })
    expect(code).toBe(1)
    const [line, ...others] = logLines(output)
    expect(others).toEqual([])
    expect(output).toBe(`${line!.text}\n`)
    expect(line).toMatchObject({ level: 50, msg: expect.stringMatching(/^✗ (Cần Node|Không có việc)/) })
  }
})

test('when npm is killed, the server and its database end in order', { timeout: 120_000 }, async () => {
  const data_dir = makeDataDir()
  const { npm, output, launcher } = startAsNpm(data_dir, await freePort())
  expect(await waitUntil(() => output().includes('Mở http'), 100_000)).toBe(true)
  const [launcher_pid, postgres] = [launcher(), postgresPid(data_dir)]
  expect(identityOf(postgres)).not.toBe(null)
  npm.kill('SIGKILL')
  expect(await waitUntil(() => identityOf(postgres) === null && identityOf(launcher_pid) === null, 20_000)).toBe(true)
  expect(output()).toContain('Đang dừng…')
  expect(isLocked(data_dir)).toBe(false)
})

test(
  'a start that is killed at any moment leaves no launcher behind, and the next start works',
  { timeout: 120_000 },
  async () => {
    const data_dir = makeDataDir()
    const port = await freePort()
    for (const milliseconds of [200, 500, 900, 1_400, 2_000, 3_000]) {
      const { npm, launcher } = startAsNpm(data_dir, port)
      await sleep(milliseconds)
      npm.kill('SIGKILL')
      const launcher_pid = launcher()
      expect(await waitUntil(() => launcher_pid === 0 || identityOf(launcher_pid) === null, 30_000)).toBe(true)
    }
    const { npm, output, launcher } = startAsNpm(data_dir, port)
    expect(await waitUntil(() => output().includes('Mở http'), 60_000)).toBe(true)
    process.kill(launcher(), 'SIGTERM')
    const [code] = (await once(npm, 'exit')) as [number | null]
    expect(code).toBe(0)
    expect(isLocked(data_dir)).toBe(false)
  },
)

test('the launcher does not start when its parent is not npm, which was killed before it looked', async () => {
  const child = spawn('sh', ['-c', '"$0" "$1" start --empty; exit 7', process.execPath, run_file], {
    cwd: project_dir,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: makeDataDir(),
      PORT: String(await freePort()),
      npm_lifecycle_event: 'start',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = listen(child)
  const [code] = (await once(child, 'close')) as [number | null]
  expect(code).toBe(7)
  expect(output()).not.toContain('Mở http')
})
