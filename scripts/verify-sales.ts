// `npm run verify-sales`: proves that what reports read is the sum of the orders, to the đồng, or tells where it is not.
// It may run beside the server. Exit code 1 when anything differs.
import { verifySales } from '#features/reports/verify-sales.server.ts'
import { withDatabase } from './reach-database.ts'

const most_lines = 200
const number = (value: number) => value.toLocaleString('vi-VN')

await withDatabase(async (client) => {
  const since = performance.now()
  let count = 0
  const proof = await verifySales(client, ({ what }) => {
    if (++count <= most_lines) console.log(`✗ ${what}.`)
  })
  if (count > most_lines) console.log(`… và ${number(count - most_lines)} chỗ khác.`)
  const seconds = ((performance.now() - since) / 1_000).toLocaleString('vi-VN', { maximumFractionDigits: 1 })
  const parts = `${number(proof.orders)} đơn, ${number(proof.lines)} dòng vé, ${number(proof.rolled_up)} dòng tổng hợp, ${number(proof.unfolded)} dòng chưa gộp`
  const verdict = count === 0 ? 'khớp nhau' : `${number(count)} chỗ lệch`
  console.log(`${count === 0 ? '✓' : '✗'} ${parts}: ${verdict} (${seconds} giây)`)
  if (count > 0) process.exitCode = 1
})
