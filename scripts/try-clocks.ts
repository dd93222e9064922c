// `npm run try-clocks`: starts the program with its sample in an empty directory at one simulated time after the other and prints the results as a
// table; `npm run try-clocks -- '2026-11-23 08:30'` tries only that time. Exit code 1 when a start fails.
import { numberText } from '#contract/text/number-text.ts'
import { all_clocks, dayText } from '../src/testing/clocks.ts'
import { tryClock } from '../src/testing/try-clock.ts'

const chosen = process.argv.slice(2)
const waiting = chosen.length > 0 ? chosen : [...all_clocks]
const results = new Map<string, string>()
let failed = 0

async function tryNext(): Promise<void> {
  for (let clock = waiting.shift(); clock; clock = waiting.shift()) {
    const started_ms = performance.now()
    const { faults, orders } = await tryClock(clock)
    const sign = faults.length === 0 ? '✓' : '✗'
    console.log(`${sign} ${clock} (${numberText((performance.now() - started_ms) / 1_000, 1)} giây)`)
    for (const fault of faults) console.log(`    ${fault.replaceAll('\n', '\n    ')}`)
    if (faults.length > 0) failed++
    results.set(clock, `${sign} ${numberText(orders)}`)
  }
}

/** Markdown table of the results, days by hours. */
function table(): string {
  const parts = [...results.keys()].map((clock) => clock.split(' ') as [day: string, hour: string])
  const days = [...new Set(parts.map(([day]) => day))].toSorted()
  const hours = [...new Set(parts.map(([, hour]) => hour))].toSorted()
  const rows = days.map((day) => [dayText(day), ...hours.map((hour) => results.get(`${day} ${hour}`) ?? '')])
  return [['', ...hours], ['---', ...hours.map(() => '---')], ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

// Two starts at a time, to use both cores of a small machine.
await Promise.all([tryNext(), tryNext()])
console.log(
  `\n${table()}\n\n${numberText(results.size - failed)} đồng hồ tốt, ${numberText(failed)} lỗi; trong bảng là số đơn mẫu.`,
)
if (failed > 0) process.exitCode = 1
