// `npm test`: the static checks, every test on a real PostgreSQL, and the stories in a real browser. A step that fails does not
// hide the later ones. The last line says `N passed, N failed`.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { project_dir } from '#server/config.ts'
import { runStep, runSteps, static_steps, tool } from './steps.ts'

type Count = { passed: number; failed: number }

const reports = join(project_dir, '.cache', 'reports')

async function staticChecks(): Promise<Count> {
  const failed = await runSteps(static_steps)
  return { passed: static_steps.length - failed, failed }
}

async function databaseTests(): Promise<Count> {
  const report = join(reports, 'vitest.json')
  const env = { NO_COLOR: '1' }
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const ok = await runStep({ title: 'tests', program: tool('vitest'), args, env, is_shown: true })
  return counted(ok, report, ({ numPassedTests = 0, numFailedTests = 0 }) => [numPassedTests, numFailedTests])
}

async function browserTests(): Promise<Count> {
  const report = join(reports, 'playwright.json')
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const args = ['test', '--reporter=list,json']
  const ok = await runStep({ title: 'browser tests', program: tool('playwright'), args, env, is_shown: true })
  return counted(ok, report, ({ stats }) => [(stats?.expected ?? 0) + (stats?.flaky ?? 0), stats?.unexpected ?? 0])
}

type Report = {
  numPassedTests?: number
  numFailedTests?: number
  stats?: { expected: number; flaky: number; unexpected: number }
}

/** A run that broke off, or that failed outside its tests, counts as one failure even when no test did. */
function counted(ok: boolean, path: string, countsOf: (report: Report) => [number, number]): Count {
  try {
    const [passed, failed] = countsOf(JSON.parse(readFileSync(path, 'utf8')) as Report)
    return { passed, failed: ok ? failed : Math.max(failed, 1) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const total: Count = { passed: 0, failed: 0 }
for (const part of [staticChecks, databaseTests, browserTests]) {
  const { passed, failed } = await part()
  total.passed += passed
  total.failed += failed
}
if (total.failed > 0) process.exitCode = 1
console.log(`${total.passed} passed, ${total.failed} failed`)
