// `npm run drill -- NAME [options]`: the drills of npm test at a size of one's own, and those that take too long for it. Each says its figures at
// the end; exit code 1 when anything was lost, doubled or grew.
import { parseArgs } from 'node:util'
import { failover } from './drills/failover.ts'
import { soak } from './drills/soak.ts'
import { runVitest } from './drills/run-vitest.ts'
import { number } from './prove.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '300' },
    writes: { type: 'string', default: '3400' },
    payouts: { type: 'string', default: '100000' },
    rewards: { type: 'string', default: '100000' },
    checks: { type: 'string', default: '50000' },
    inputs: { type: 'string', default: '2500' },
    minutes: { type: 'string', default: '120' },
    rate: { type: 'string', default: '10' },
    from: { type: 'string', default: 'HEAD~1' },
    rounds: { type: 'string', default: '1' },
    through: { type: 'string', default: 'haproxy' },
    'patroni-alone': { type: 'boolean', default: false },
  },
})
const size = (name: keyof typeof values) => {
  const value = Number(values[name])
  if (Number.isInteger(value) && value > 0) return value
  throw new Error(`--${name} must be a whole number above 0`)
}

const drills: Record<string, { tells: string; run: () => Promise<boolean> }> = {
  kills: {
    tells:
      '--kills 300 --writes 3400: the program, its PostgreSQL or both are killed after so many acknowledged writes each',
    run: () => runVitest('src/crash.test.ts', { DRILL_KILLS: size('kills'), DRILL_WRITES: size('writes') }),
  },
  payouts: {
    tells: '--payouts 100000: so many through a gateway of which 30 of 100 answers are lost, late, forged or wrong',
    run: () => runVitest('src/payout-drill.test.ts', { DRILL_PAYOUTS: size('payouts') }),
  },
  rewards: {
    tells: '--rewards 100000: so many in approved batches through three such gateways, until each is reconciled',
    run: () => runVitest('src/reward-drill.test.ts', { DRILL_REWARDS: size('rewards') }),
  },
  checks: {
    tells:
      '--checks 50000: so many account checks in one batch, while the program, its PostgreSQL or both are killed five times',
    run: () => runVitest('src/account-check-crash.test.ts', { DRILL_CHECKS: size('checks') }),
  },
  fuzz: {
    tells: '--inputs 2500: so many inputs for each call (2500 are over a million)',
    run: () => runVitest('src/fuzz.test.ts', { DRILL_INPUTS: size('inputs') }, 4 * 3_600_000),
  },
  upgrade: {
    tells:
      '--from HEAD~1: two programs of that commit are replaced by this one under load; no call may fail or be lost',
    run: () => runVitest('src/upgrade-drill.test.ts', { DRILL_FROM: values.from }),
  },
  failover: {
    tells:
      '--rounds 1 --through haproxy|hosts [--patroni-alone]: three nodes under Patroni lose their primary under load; nothing may be lost or doubled',
    run: () =>
      failover({
        rounds: size('rounds'),
        through: values.through,
        is_watched: !values['patroni-alone'],
      }),
  },
  soak: {
    tells:
      '--minutes 120 --rate 10: the sample sells so many orders a second; memory must be flat, and every table that grows have an end',
    run: () => soak({ minutes: size('minutes'), rate: size('rate') }),
  },
}

const chosen = drills[positionals[0] ?? '']
if (!chosen) {
  for (const [name, { tells }] of Object.entries(drills)) console.log(`npm run drill -- ${name} ${tells}`)
  process.exitCode = 1
} else {
  const since = performance.now()
  const is_good = await chosen.run()
  console.log(`${is_good ? '✓' : '✗'} ${positionals[0]} (${number((performance.now() - since) / 60_000)} phút)`)
  if (!is_good) process.exitCode = 1
}
if (process.connected) process.disconnect()
