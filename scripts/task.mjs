// Brings a fresh clone to the point where a task can run (libraries, the web part), then runs it under the Node of the lockfile.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildWeb } from './build-web.mjs'
import { installLibraries } from './install.mjs'
import { Sentence, node_path, project_dir, tool_env } from './tools.mjs'

const tasks = {
  start: { script: 'src/main.server.ts', needs_web: true, env: { NODE_ENV: process.env.NODE_ENV ?? 'production' } },
  dev: { script: 'scripts/dev.ts' },
  check: { script: 'scripts/check.ts' },
  test: { script: 'scripts/test.ts' },
  generate: { script: 'scripts/generate.ts' },
  'admin-password': { script: 'scripts/admin-password.ts' },
  'verify-audit': { script: 'scripts/verify-audit.ts' },
  'verify-stock': { script: 'scripts/verify-stock.ts' },
  'verify-ledger': { script: 'scripts/verify-ledger.ts' },
  'verify-sales': { script: 'scripts/verify-sales.ts' },
  'ticket-months': { script: 'scripts/ticket-months.ts' },
  gateways: { script: 'scripts/gateways.ts' },
  simulate: { script: 'scripts/simulate.ts' },
  bench: { script: 'scripts/bench.ts' },
  'bench:intake': { script: 'scripts/bench-intake.ts' },
  'bench:ledger': { script: 'scripts/bench-ledger.ts' },
  'bench:sales': { script: 'scripts/bench-sales.ts' },
  'bench:web': { script: 'scripts/bench-web.ts', needs_web: true },
}

try {
  const [name = 'start', ...rest] = process.argv.slice(2)
  const task = tasks[name]
  if (!task) throw new Sentence(`Không có việc “${name}”: chỉ có ${Object.keys(tasks).join(', ')}.`)
  await installLibraries()
  if (task.needs_web) await buildWeb()
  run(task, rest)
} catch (error) {
  console.error(error instanceof Sentence ? `✗ ${error.message}` : error)
  process.exitCode = 1
}

/** The channel tells the child at once when we are gone, however we went. */
function run({ script, env }, args) {
  const child = spawn(node_path, [join(project_dir, script), ...args], {
    cwd: project_dir,
    env: { ...tool_env(), NODE_COMPILE_CACHE: join(project_dir, '.cache', 'node'), ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`✗ Không chạy được ${node_path} (${error.code}): hãy xóa node_modules rồi chạy lại.`)
    process.exitCode = 1
  })
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
    if (child.connected) child.disconnect()
  })
}
