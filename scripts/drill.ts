// `npm run drill -- NAME [options]`: the drills of npm test at a configurable size, and those that take too long for npm test. Each prints its
// figures at the end; exit code 1 when anything was lost or duplicated, or grew without bound.
import { parseArgs } from 'node:util'
import { numberText } from '#contract/text/number-text.ts'
import { clockJumps } from './drills/clock-jumps.ts'
import { failover } from './drills/failover.ts'
import { partition } from './drills/partition.ts'
import { slowDisk } from './drills/slow-disk.ts'
import { soak } from './drills/soak.ts'
import { runVitest } from './drills/run-vitest.ts'
import { upgradeFrom } from './drills/upgrade.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '300' },
    writes: { type: 'string', default: '3400' },
    payouts: { type: 'string', default: '100000' },
    rewards: { type: 'string', default: '100000' },
    checks: { type: 'string', default: '50000' },
    inputs: { type: 'string', default: '2050' },
    minutes: { type: 'string', default: '120' },
    rate: { type: 'string', default: '10' },
    from: { type: 'string', default: 'HEAD~1' },
    rounds: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '3,25,60' },
    through: { type: 'string', default: 'haproxy' },
    'patroni-alone': { type: 'boolean', default: false },
  },
})
const sizeOf = (name: keyof typeof values) => {
  const value = Number(values[name])
  if (Number.isInteger(value) && value > 0) return value
  throw new Error(`--${name} must be a whole number above 0`)
}

const drills: Record<string, { usage: string; run: () => Promise<boolean> }> = {
  kills: {
    usage:
      '--kills 300 --writes 3400: kills the program, its PostgreSQL or both 300 times, each after 3400 acknowledged writes',
    run: () => runVitest('src/crash.test.ts', { DRILL_KILLS: sizeOf('kills'), DRILL_WRITES: sizeOf('writes') }),
  },
  payouts: {
    usage:
      '--payouts 100000: that many payouts through a gateway of which 30 of 100 answers are lost, late, forged or wrong',
    run: () => runVitest('src/payout-drill.test.ts', { DRILL_PAYOUTS: sizeOf('payouts') }),
  },
  rewards: {
    usage:
      '--rewards 100000: that many rewards in approved batches through three such gateways, until each is reconciled',
    run: () => runVitest('src/reward-drill.test.ts', { DRILL_REWARDS: sizeOf('rewards') }),
  },
  checks: {
    usage:
      '--checks 50000: that many account checks in one batch, while the program, its PostgreSQL or both are killed five times',
    run: () => runVitest('src/account-check-crash.test.ts', { DRILL_CHECKS: sizeOf('checks') }),
  },
  fuzz: {
    usage: '--inputs 2050: that many inputs for each call (2050 make over a million in total)',
    run: () => runVitest('src/fuzz.test.ts', { DRILL_INPUTS: sizeOf('inputs') }, 4 * 3_600_000),
  },
  upgrade: {
    usage:
      '--from HEAD~1: replaces two programs of that commit by this one under load, or of each of several (--from A,B,C); no call may fail or be lost',
    run: () => upgradeFrom(values.from.split(',')),
  },
  failover: {
    usage:
      '--rounds 1 --through haproxy|hosts [--patroni-alone]: three nodes under Patroni lose their primary under load; no write may be lost or duplicated',
    run: () =>
      failover({
        rounds: sizeOf('rounds'),
        through: values.through,
        is_watched: !values['patroni-alone'],
      }),
  },
  partition: {
    usage:
      '--seconds 3,25,60: as root, the network between program, database and gateways loses packets under load, for so long each; no write and no payout may be lost or duplicated',
    run: () => partition(values.seconds.split(',').map(Number)),
  },
  'slow-disk': {
    usage: ': as root, the disk under program and database is slow, still and full under load; nothing may be lost',
    run: slowDisk,
  },
  clocks: {
    usage: ': the clock of program and database jumps by hours and days under load; calls, payouts and jobs must go on',
    run: clockJumps,
  },
  soak: {
    usage:
      '--minutes 120 --rate 10: the sample sells 10 orders a second for 120 minutes; memory must stay flat, and no table may grow without bound',
    run: () => soak({ minutes: sizeOf('minutes'), rate: sizeOf('rate') }),
  },
}

const chosen = drills[positionals[0] ?? '']
if (!chosen) {
  for (const [name, { usage }] of Object.entries(drills))
    console.log(`npm run drill -- ${name}${usage.startsWith(':') ? '' : ' '}${usage}`)
  process.exitCode = 1
} else {
  const started_ms = performance.now()
  const is_good = await chosen.run()
  console.log(
    `${is_good ? '✓' : '✗'} ${positionals[0]} (${numberText((performance.now() - started_ms) / 60_000, 1)} phút)`,
  )
  if (!is_good) process.exitCode = 1
}
if (process.connected) process.disconnect()
