// Installs the dependencies of a fresh clone if needed, then runs a task, scripts/<task>.ts, with the Node version of the lockfile.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { machineFault } from '../src/server/program/machine-fault.mjs'
import { tell } from '../src/server/program/progress.mjs'
import { installLibraries } from './install.mjs'
import { Sentence, node_path, project_dir, tool_env } from './tools.mjs'

export async function runTask([name = 'start', ...args]) {
  // Until the task runs nothing needs a clean shutdown: the processes of the install end with us.
  let end = () => process.exit(1)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal))
  watchNpm(() => end('SIGTERM'))
  try {
    const script = join(project_dir, 'scripts', `${name.replace(':', '-')}.ts`)
    if (!existsSync(script)) throw new Sentence(`Không có việc “${name}”: hãy xem danh sách bằng npm run.`)
    await installLibraries()
    const child = run(script, args)
    end = (signal) => child.kill(signal)
  } catch (error) {
    const fault = machineFault(`${error.code} ${error.message}`, error.path ?? project_dir)
    tell(
      `✗ ${error instanceof Sentence || !fault ? error.message : `Không cài được thư viện vì ${fault}.`}`,
      process.stderr,
    )
    process.exitCode = 1
  }
}

/** npm forwards signals, but not when it is killed with SIGKILL; then our parent process changes. */
function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm && mayBeNpm(npm)) return
    clearInterval(timer)
    onGone()
  }, 250)
  timer.unref()
}

/** False when npm was killed before the watch began: our new parent is in another process group, or no Node process. */
function mayBeNpm(pid) {
  const parent = statOf(pid)
  return (
    parent === null ||
    (/^(npm|pnpm|yarn|bun|node|MainThread)/.test(parent.name) && parent.group === statOf(process.pid).group)
  )
}

/** Name and process group of a process; null where /proc is not available. */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = stat.lastIndexOf(')')
    return { name: stat.slice(stat.indexOf('(') + 1, end), group: stat.slice(end + 2).split(' ')[2] }
  } catch {
    return null
  }
}

/** Runs the script with an IPC channel, whose disconnect tells the child at once when this process has ended, even by SIGKILL. */
function run(script, args) {
  const child = spawn(node_path, [script, ...args], {
    cwd: project_dir,
    env: { ...tool_env(), NODE_COMPILE_CACHE: join(project_dir, '.cache', 'node') },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  child.on('error', (error) => {
    tell(
      `✗ Không chạy được ${node_path} (${error.code}): hãy xóa node_modules rồi chạy lại; máy phải là macOS hoặc Linux có glibc (không phải Alpine).`,
      process.stderr,
    )
    process.exitCode = 1
  })
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
    if (child.connected) child.disconnect()
  })
  return child
}
