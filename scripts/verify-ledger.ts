// `npm run verify-ledger`: proves every balance from its entries, or tells what is wrong. It may run beside the server. Exit code 1 when anything is.
import { verifyLedger } from '#server/ledger/verify.ts'
import { withDatabase } from './reach-database.ts'

const most_lines = 200
const number = (value: number) => value.toLocaleString('vi-VN', { maximumFractionDigits: 1 })

await withDatabase(async (client) => {
  const since = performance.now()
  let count = 0
  const { accounts, transfers, entries, inside } = await verifyLedger(client, (what) => {
    if (++count <= most_lines) console.log(`✗ ${what}.`)
  })
  if (count > most_lines) console.log(`… và ${number(count - most_lines)} chỗ khác.`)
  const looked_at = `${number(accounts)} tài khoản, ${number(transfers)} giao dịch, ${number(entries)} bút toán, ${number(inside)} đ trong hệ thống`
  const verdict = count === 0 ? 'khớp nhau' : `${number(count)} chỗ sai`
  console.log(
    `${count === 0 ? '✓' : '✗'} ${looked_at}: ${verdict} (${number((performance.now() - since) / 1_000)} giây)`,
  )
  if (count > 0) process.exitCode = 1
})
