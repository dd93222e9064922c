// `npm run verify-prizes`: proves that the prizes of orders and unsold tickets follow from the confirmed results, to the đồng.
// `-- --from 2026-11-01 --to 2026-11-30` limits it to the draws of these days.
import { parseArgs } from 'node:util'
import { dbOn } from '#server/database/pool.ts'
import { verifyPrizes } from '#features/results/prize-run/verify-prizes.server.ts'
import { numberText } from '#contract/text/number-text.ts'
import { prove } from './prove.ts'

const day = { type: 'string' } as const
const { values } = parseArgs({
  options: { from: { ...day, default: '2000-01-01' }, to: { ...day, default: '9999-12-31' } },
})

await prove(async (client, report) => {
  const range = { from_date: values.from, to_date: values.to }
  const { draws, orders, lines, unsold } = await verifyPrizes(dbOn(client), range, ({ what }) => report(what))
  const parts = [`${numberText(draws)} kỳ`, `${numberText(orders)} đơn`, `${numberText(lines)} dòng vé`]
  return { compared: `${parts.join(', ')}, ${numberText(unsold)} vé tồn` }
})
