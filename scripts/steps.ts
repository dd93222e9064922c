// The steps of `npm run check` and `npm test`: each runs as a child process and prints one line when it is done; its output is shown only when it
// fails.
import { join } from 'node:path'
import { project_dir } from '#server/program/config.ts'
import { spawnGuarded } from '#server/program/guard.mjs'

/** Directory of the reports that `npm test` writes. */
export const reports = join(project_dir, '.cache', 'reports')

export type Step = {
  title: string
  /** path of a JavaScript program in node_modules or of one of our scripts */
  program: string
  args?: string[]
  env?: Record<string, string>
  /** stream the output while it runs, for steps that take minutes */
  is_shown?: boolean
}

type Result = { ok: boolean; output: string }

const tools = {
  tsc: 'typescript/bin/tsc',
  oxlint: 'oxlint/bin/oxlint',
  oxfmt: 'oxfmt/bin/oxfmt',
  knip: 'knip/bin/knip.js',
  vitest: 'vitest/vitest.mjs',
  playwright: '@playwright/test/cli.js',
} as const

export const tool = (name: keyof typeof tools) => join(project_dir, 'node_modules', tools[name])

export const static_steps: Step[] = [
  { title: 'types of the server', program: tool('tsc'), args: ['-p', 'tsconfig.json'] },
  { title: 'types of the web part', program: tool('tsc'), args: ['-p', 'tsconfig.web.json'] },
  { title: 'lint', program: tool('oxlint'), args: ['--deny-warnings'] },
  { title: 'format', program: tool('oxfmt'), args: ['--check'] },
  { title: 'generated types are fresh', program: join(project_dir, 'scripts', 'generate.ts'), args: ['--check'] },
  { title: 'no dead code', program: tool('knip') },
]

/** Runs the steps, at most `side_by_side` at a time; returns how many failed. */
export async function runSteps(steps: Step[], side_by_side = 2): Promise<number> {
  const waiting = [...steps]
  let failed = 0
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) if (!(await runStep(step))) failed++
  }
  await Promise.all(Array.from({ length: side_by_side }, worker))
  return failed
}

export async function runStep(step: Step): Promise<boolean> {
  const started_ms = performance.now()
  const { ok, output } = await execute(step)
  const seconds = ((performance.now() - started_ms) / 1_000).toFixed(1)
  console.log(`${ok ? '✓' : '✗'} ${step.title} (${seconds} s)`)
  if (!ok && output) console.log(output.replaceAll(/^/gm, '    '))
  return ok
}

function execute({ program, args = [], env = {}, is_shown = false }: Step): Promise<Result> {
  return new Promise((resolve) => {
    // Guarded: the child must not outlive us.
    const { child, dismiss } = spawnGuarded('process', 'INT', [process.execPath, program, ...args], {
      cwd: project_dir,
      env: { ...process.env, ...(is_shown ? {} : { NO_COLOR: '1' }), ...env },
      stdio: is_shown ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const listen = (chunk: string) => {
      output = (output + chunk).slice(-30_000)
    }
    child.stdout?.setEncoding('utf8').on('data', listen)
    child.stderr?.setEncoding('utf8').on('data', listen)
    child.on('error', (error) => resolve({ ok: false, output: error.message }))
    child.on('exit', dismiss)
    child.on('close', (code) => resolve({ ok: code === 0, output: output.trim() }))
  })
}
