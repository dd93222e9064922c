// `npm run verify-sales`: proves that the sums behind the reports equal the sums of the orders, to the đồng, or prints the differences.
import { verifySales } from '#features/reports/roll-up/verify-sales.server.ts'
import { numberText } from '#contract/text/number-text.ts'
import { prove } from './prove.ts'

await prove(async (client, report) => {
  const { orders, lines, rolled_up, unfolded } = await verifySales(client, ({ what }) => report(what))
  const parts = [`${numberText(orders)} đơn`, `${numberText(lines)} dòng vé`, `${numberText(rolled_up)} dòng tổng hợp`]
  return { compared: `${parts.join(', ')}, ${numberText(unfolded)} dòng chưa gộp` }
})
