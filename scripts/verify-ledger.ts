// `npm run verify-ledger`: proves that every balance is the sum of its entries, and every posting its document's, or prints the differences.
import { verifyDocuments } from '#features/close/proof/verify-documents.server.ts'
import { verifyCashback } from '#features/customers/cashback/verify-cashback.server.ts'
import { verifyLedger } from '#server/ledger/verify.ts'
import { number, prove } from './prove.ts'

await prove(async (client, report) => {
  const { accounts, transfers, entries, inside } = await verifyLedger(client, report)
  const { documents } = await verifyDocuments(client, report)
  const cashback = await verifyCashback(client, report)
  const parts = [
    `${number(accounts)} tài khoản`,
    `${number(transfers)} giao dịch`,
    `${number(entries)} bút toán`,
    `${number(documents)} chứng từ`,
    `${number(cashback.payments)} khoản cashback`,
  ]
  return { compared: `${parts.join(', ')}, ${number(inside)} đ trong hệ thống` }
})
