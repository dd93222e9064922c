// Shared by the `npm run verify-…` commands: can run while the server runs, prints each difference and what was compared, and exits with code 1 when
// anything differs.
import type pg from 'pg'
import { numberText } from '#contract/text/number-text.ts'
import { withDatabase } from './reach-database.ts'

/** Further differences are counted but not printed. */
const max_lines = 200

interface Proof {
  /** What was compared, with counts. */
  compared: string
  /** An additional note on the result. */
  remark?: string
}

export function prove(
  verify: (client: pg.Client, report: (difference: string) => void) => Promise<Proof>,
): Promise<void> {
  return withDatabase(async (client) => {
    const started_ms = performance.now()
    let count = 0
    const { compared, remark } = await verify(client, (difference) => {
      if (++count <= max_lines) console.log(`✗ ${difference}.`)
    })
    if (count > max_lines) console.log(`… và ${numberText(count - max_lines)} chỗ khác.`)
    const verdict = count === 0 ? 'khớp nhau' : `${numberText(count)} chỗ lệch`
    const seconds = numberText((performance.now() - started_ms) / 1_000, 1)
    console.log(`${count === 0 ? '✓' : '✗'} ${compared}: ${verdict} (${seconds} giây)`)
    if (remark !== undefined) console.log(`  ${remark}`)
    if (count > 0) process.exitCode = 1
  })
}
