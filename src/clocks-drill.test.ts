/** The first start loads the whole sample on any weekday at any hour. `npm run try-clocks` tests more times. */
import { expect, test } from 'vitest'
import { no_clock } from '#server/testing/clock.ts'
import { weekdays } from './testing/clocks.ts'
import { tryClock } from './testing/try-clock.ts'

// Skipped on a developer's machine without a C compiler; in CI the tests fail instead.
if (no_clock) console.warn(no_clock)
const is_left_out = no_clock !== null && process.env.CI === undefined

test.skipIf(is_left_out).concurrent.each(weekdays)(
  'the program starts at %s with its sample whole',
  { timeout: 300_000 },
  async (clock) => {
    const { faults, orders, open_draws } = await tryClock(clock)
    expect(faults).toEqual([])
    expect(orders).toBeGreaterThan(1_500)
    expect(open_draws).toBeGreaterThan(5)
  },
)
