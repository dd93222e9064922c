// `npm run verify-ledger`: proves that every balance is the sum of its entries, and every posting its document's, or prints the differences.
import { verifyDocuments } from '#features/close/proof/verify-documents.server.ts'
import { verifyCashback } from '#features/customers/cashback/verify-cashback.server.ts'
import { verifyLedger } from '#server/ledger/verify.ts'
import { numberText } from '#contract/text/number-text.ts'
import { prove } from './prove.ts'

await prove(async (client, report) => {
  const { accounts, transfers, entries, inside } = await verifyLedger(client, report)
  const { documents } = await verifyDocuments(client, report)
  const cashback = await verifyCashback(client, report)
  const parts = [
    `${numberText(accounts)} tài khoản`,
    `${numberText(transfers)} giao dịch`,
    `${numberText(entries)} bút toán`,
    `${numberText(documents)} chứng từ`,
    `${numberText(cashback.payments)} khoản cashback`,
  ]
  return { compared: `${parts.join(', ')}, ${numberText(inside)} đ trong hệ thống` }
})
