// What every `npm run verify-…` of the business's figures does: it may run beside the server, tells each difference and what was looked at,
// and ends with exit code 1 when anything differs.
import type pg from 'pg'
import { withDatabase } from './reach-database.ts'

/** More are counted, not told. */
const max_lines = 200
export const number = (value: number) => value.toLocaleString('vi-VN', { maximumFractionDigits: 1 })

interface Proof {
  /** What was compared, with its numbers. */
  compared: string
  /** What has to be known of it besides. */
  remark?: string
}

export function prove(
  verify: (client: pg.Client, tell: (difference: string) => void) => Promise<Proof>,
): Promise<void> {
  return withDatabase(async (client) => {
    const since = performance.now()
    let count = 0
    const { compared, remark } = await verify(client, (difference) => {
      if (++count <= max_lines) console.log(`✗ ${difference}.`)
    })
    if (count > max_lines) console.log(`… và ${number(count - max_lines)} chỗ khác.`)
    const verdict = count === 0 ? 'khớp nhau' : `${number(count)} chỗ lệch`
    const seconds = number((performance.now() - since) / 1_000)
    console.log(`${count === 0 ? '✓' : '✗'} ${compared}: ${verdict} (${seconds} giây)`)
    if (remark !== undefined) console.log(`  ${remark}`)
    if (count > 0) process.exitCode = 1
  })
}
