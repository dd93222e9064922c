// `npm run verify-rewards`: proves that prizes, rewards, postings and orders to gateways are the same money, to the đồng.
import { verifyRewards } from '#features/rewards/verify-rewards.server.ts'
import { dbOn } from '#server/database/pool.ts'
import { number, prove } from './prove.ts'

await prove(async (client, tell) => {
  const { rewards, paid } = await verifyRewards(dbOn(client), tell)
  return { compared: `${number(rewards)} khoản trả thưởng, ${number(paid)} đ đã trả` }
})
