/** The first start loads its whole sample on any weekday at any hour. `npm run try-clocks` tries more of them. */
import { expect, test } from 'vitest'
import { no_clock } from '#server/testing/clock.ts'
import { weekdays } from './testing/clocks.ts'
import { tryClock } from './testing/try-clock.ts'

// A machine of one's own need not have a compiler; where a change lands, these tests fail without it.
if (no_clock) console.warn(no_clock)
const isLeftOut = no_clock !== null && process.env.CI === undefined

test.skipIf(isLeftOut).concurrent.each(weekdays)(
  'the program starts at %s with its sample whole',
  { timeout: 300_000 },
  async (clock) => {
    const { faults, orders, open_draws } = await tryClock(clock)
    expect(faults).toEqual([])
    expect(orders).toBeGreaterThan(1_500)
    expect(open_draws).toBeGreaterThan(5)
  },
)
