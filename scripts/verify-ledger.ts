// `npm run verify-ledger`: proves every balance from its entries, or tells what is wrong.
import { verifyCashback } from '#features/customers/cashback/verify-cashback.server.ts'
import { verifyLedger } from '#server/ledger/verify.ts'
import { number, prove } from './prove.ts'

await prove(async (client, tell) => {
  const { accounts, transfers, entries, inside } = await verifyLedger(client, tell)
  const cashback = await verifyCashback(client, tell)
  const parts = [
    `${number(accounts)} tài khoản`,
    `${number(transfers)} giao dịch`,
    `${number(entries)} bút toán`,
    `${number(cashback.payments)} khoản cashback`,
  ]
  return { compared: `${parts.join(', ')}, ${number(inside)} đ trong hệ thống` }
})
