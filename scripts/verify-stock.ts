// `npm run verify-stock`: proves that every store's stock agrees with its tickets, movements and slips, or prints the differences.
import { verifyStock } from '#features/tickets/stock/verify-stock.server.ts'
import { numberText } from '#contract/text/number-text.ts'
import { prove } from './prove.ts'

await prove(async (client, report) => {
  const { stocks, tickets, movements, slips, put_away } = await verifyStock(
    client,
    ({ open_date, area_id, base_id, what }) => report(`Kho ${base_id}, đài ${area_id}, ngày ${open_date}: ${what}`),
  )
  const parts = [
    `${numberText(stocks)} kho theo kỳ`,
    `${numberText(tickets)} dòng vé`,
    `${numberText(movements)} biến động`,
  ]
  const remark = `${numberText(put_away)} kho theo kỳ có vé đã được cất đi: chỉ đối chiếu biến động.`
  return { compared: `${parts.join(', ')}, ${numberText(slips)} phiếu`, ...(put_away > 0 && { remark }) }
})
