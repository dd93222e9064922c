// `npm test`: the static checks, every test on a real PostgreSQL, and the stories in a real browser. Later steps run even when one fails. The last
// line is `N passed, N failed`. `npm test -- --clock '2026-11-23 23:55'` runs everything with the clock set to that moment in Viet Nam.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reports, runStep, runSteps, static_steps, tool } from './steps.ts'
import { parseArgs } from 'node:util'
import { clockAt } from '#server/testing/clock.ts'

type Count = { passed: number; failed: number }

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

/** Counts of a report; a run that was aborted, or failed outside its tests, counts as at least one failure. */
function counted(ok: boolean, path: string, countsOf: (report: Report) => [number, number]): Count {
  try {
    const [passed, failed] = countsOf(JSON.parse(readFileSync(path, 'utf8')) as Report)
    return { passed, failed: ok ? failed : Math.max(failed, 1) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

const { clock } = parseArgs({ options: { clock: { type: 'string' } } }).values
// Every step is a child process and inherits the clock through its environment.
if (clock !== undefined) Object.assign(process.env, clockAt(clock))

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const parts = { 'static checks': staticChecks, tests: databaseTests, 'browser stories': browserTests }
const total: Count = { passed: 0, failed: 0 }
const times: { name: string; ms: number }[] = []
for (const [name, part] of Object.entries(parts)) {
  const started_ms = performance.now()
  const { passed, failed } = await part()
  total.passed += passed
  total.failed += failed
  times.push({ name, ms: performance.now() - started_ms })
}
writeFileSync(join(reports, 'parts.json'), JSON.stringify(times))
if (total.failed > 0) process.exitCode = 1
console.log(`${total.passed} passed, ${total.failed} failed`)
