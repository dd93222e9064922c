import type { Db } from '#server/database/transaction.ts'
import { within } from '#server/scope.ts'
import type { Me } from '#server/session/session.ts'
import { findReward } from './reward.query.server.ts'

/** One reward with its notes and cards; undefined when it is not within the scope of `me`. */
export async function rewardDetail(db: Db, me: Me, reward_id: number) {
  const reward = await findReward(db, me, reward_id)
  if (!reward) return undefined
  const notes = await db
    .selectFrom('reward_note as n')
    .innerJoin('reward as r', 'r.reward_id', 'n.reward_id')
    .leftJoin('app_user as creator', 'creator.user_id', 'n.created_by') // unscoped: only a name
    .select(['n.note', 'creator.user_name as created_by_name', 'n.created_at'])
    .$narrowType<{ created_by_name: string }>()
    .where('n.reward_id', '=', reward_id)
    .where(within(me, 'reward', 'r'))
    .orderBy('n.reward_note_id', 'desc')
    .limit(200)
    .execute()
  const cards = await db
    .selectFrom('card as c')
    .innerJoin('card_batch as b', 'b.batch_id', 'c.batch_id') // unscoped: only the batch of a card of this reward
    .select(['c.card_id', 'c.card_serial', 'b.issuer', 'b.face_value', 'c.expires_on'])
    .where('c.reward_id', '=', reward_id)
    .where(within(me, 'card', 'c'))
    .orderBy('c.card_id')
    .execute()
  return { ...reward, notes, cards }
}
