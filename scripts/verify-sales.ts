// `npm run verify-sales`: proves that what reports read is the sum of the orders, to the đồng, or tells where it is not.
import { verifySales } from '#features/reports/roll-up/verify-sales.server.ts'
import { number, prove } from './prove.ts'

await prove(async (client, tell) => {
  const { orders, lines, rolled_up, unfolded } = await verifySales(client, ({ what }) => tell(what))
  const parts = [`${number(orders)} đơn`, `${number(lines)} dòng vé`, `${number(rolled_up)} dòng tổng hợp`]
  return { compared: `${parts.join(', ')}, ${number(unfolded)} dòng chưa gộp` }
})
