// `npm run verify-stock`: proves that every store's stock is what its tickets, its movements and its slips say, or tells where it is not.
// It may run beside the server. Exit code 1 when anything differs.
import { verifyStock } from '#features/tickets/stock/verify-stock.server.ts'
import { withDatabase } from './reach-database.ts'

const most_lines = 200
const number = (value: number) => value.toLocaleString('vi-VN')

await withDatabase(async (client) => {
  const since = performance.now()
  let count = 0
  const proof = await verifyStock(client, ({ open_date, area_id, base_id, what }) => {
    if (++count <= most_lines) console.log(`✗ Kho ${base_id}, đài ${area_id}, ngày ${open_date}: ${what}.`)
  })
  if (count > most_lines) console.log(`… và ${number(count - most_lines)} chỗ khác.`)
  const seconds = ((performance.now() - since) / 1_000).toLocaleString('vi-VN', { maximumFractionDigits: 1 })
  const parts = `${number(proof.stocks)} kho theo kỳ, ${number(proof.tickets)} dòng vé, ${number(proof.movements)} biến động, ${number(proof.slips)} phiếu`
  const verdict = count === 0 ? 'khớp nhau' : `${number(count)} chỗ lệch`
  console.log(`${count === 0 ? '✓' : '✗'} ${parts}: ${verdict} (${seconds} giây)`)
  if (proof.put_away > 0)
    console.log(`  ${number(proof.put_away)} kho theo kỳ có vé đã được cất đi: chỉ đối chiếu biến động.`)
  if (count > 0) process.exitCode = 1
})
