// `npm run verify-rewards`: proves that prizes, rewards, ledger postings and payment orders agree, to the đồng.
import { verifyRewards } from '#features/rewards/verify-rewards.server.ts'
import { dbOn } from '#server/database/pool.ts'
import { numberText } from '#contract/text/number-text.ts'
import { prove } from './prove.ts'

await prove(async (client, report) => {
  const { rewards, paid } = await verifyRewards(dbOn(client), report)
  return { compared: `${numberText(rewards)} khoản trả thưởng, ${numberText(paid)} đ đã trả` }
})
