// `npm run try-machines`, as root: starts a clone of the last commit under many kinds of machine conditions, terminates it in every way, and prints
// what its owner sees. Arguments select the trials whose title contains one of the words. Creates a user and removes it afterwards with its files.
// Exit code 1 when a trial fails.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { numberText } from '#contract/text/number-text.ts'
import { disks } from './machines/disks.ts'
import { kill_trials, shutdown_trials } from './machines/shutdowns.ts'
import { openLab, type Lab, type Trial } from './machines/lab.ts'
import { openMachine } from './machines/machine.ts'
import { first, places } from './machines/places.ts'

const chosen = process.argv.slice(2)
const rows: string[] = []
let failed = 0

async function attempt({ title, run }: Trial, lab: Lab): Promise<void> {
  const started_ms = performance.now()
  const machine = await openMachine()
  let result: string
  try {
    result = await run(lab, machine)
    console.log(`✓ ${title} (${numberText((performance.now() - started_ms) / 1_000, 1)} s)`)
  } catch (error) {
    failed++
    result = `FAILED: ${(error as Error).message}`
    console.log(`✗ ${title}`)
  } finally {
    await machine.close()
  }
  result = result.replaceAll(lab.user.home, '~')
  console.log(`    ${result}`)
  rows.push(`| ${title} | ${result} |`)
}

if (process.getuid?.() !== 0) {
  console.error('✗ Cần chạy bằng root: lệnh này tạo một người dùng và gắn các ổ đĩa thử.')
  process.exit(1)
}
const lab = openLab()
process.on('exit', lab.close)
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => process.exit(1))

await attempt(first, lab)
if (existsSync(join(lab.ready, 'dist')))
  for (const trial of [...places, ...disks, ...kill_trials, ...shutdown_trials])
    if (chosen.length === 0 || chosen.some((word) => trial.title.includes(word))) await attempt(trial, lab)

console.log(['', '| machine | what its owner sees |', '| --- | --- |', ...rows].join('\n'))
console.log(`\n${rows.length - failed} as they should be, ${failed} not`)
process.exit(failed > 0 ? 1 : 0)
