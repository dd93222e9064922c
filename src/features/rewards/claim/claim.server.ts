import { sql } from 'kysely'
import { whyNot as whyNotMake } from '#contract/lifecycle.ts'
import { isHeadOffice, whyNotSecondPerson } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import { refuse, type Fail } from '#server/fail.ts'
import { checkDays, paginate, sortOf } from '#server/record/list.ts'
import { moveLocked } from '#server/record/move.ts'
import { clock_now, hasChanged } from '#server/record/change-columns.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { lockReward, type LockedReward } from '#features/rewards/push/lock-reward.server.ts'
import { rewardForm, rewardLife } from '#features/rewards/reward/reward.contract.ts'
import { claim_folder, claimLife, claims, claimStatus, photoKind, type PhotoName } from './claim.contract.ts'
import { claimDetail, claimQuery, findClaim, findClaimable, findClaimables, selectClaim } from './claim.query.server.ts'
import { matchesOf, whyNotClaimed } from './claim.rules.ts'
import { payAtCounter } from './pay-claim.server.ts'

const max_found = 20

export default serve(claims, {
  find: async ({ db, me, input: { keyword } }) => {
    const items = await findClaimables(db, me, keyword, max_found)
    return { items, total: items.length }
  },

  list: ({ db, me, input, fail }) => {
    checkDays(input, fail)
    const [column, direction] = sortOf(input.sort, '-created_at')
    const query = selectClaim(claimQuery(db, me, input))
      .orderBy(sql.ref(`c.${column}`), direction)
      .orderBy('c.claim_id', direction)
    return paginate(db, query, input, ['gross', 'tax', 'fee', 'amount'])
  },

  detail: async ({ db, me, input: { claim_id }, fail }) =>
    (await claimDetail(db, me, claim_id)) ?? fail('request_not_found'),

  create: async ({ db, me, input, fail }) => {
    if (!isHeadOffice(me)) fail('request_not_found')
    const reward = await lockReward(db, me, input.reward_id)
    if (!reward) return fail('request_not_found')
    const claimable = (await findClaimable(db, me, input.reward_id))!
    refuse(whyNotClaimed(claimable), fail)
    if (hasChanged(reward, input.version)) fail('changed_by_other', { message: 'Giải này vừa được sửa, hãy tìm lại.' })
    const missing = matchesOf(claimable, input).filter(({ state }) => state === 'missing')
    if (missing.length > 0)
      fail('request_invalid', { fields: Object.fromEntries(missing.map(({ field, message }) => [field, message!])) })
    const { reward_id, papers, paper_date, full_name, pay_method } = input
    await checkTransfer(db, input.transfer_ref, fail)
    const { claim_id } = await db
      .insertInto('reward_claim')
      .values({
        reward_id,
        status: claimStatus.waiting,
        amount: reward.net,
        papers: JSON.stringify(papers.map((paper) => ({ ...paper, series: paper.series ?? null }))),
        paper_date,
        full_name,
        msisdn: input.msisdn ?? null,
        id_number: input.id_number ?? null,
        pay_method,
        transfer_ref: pay_method === 2 ? input.transfer_ref! : null,
        note: input.note ?? null,
        created_by: me.user_id,
      })
      .returning('claim_id')
      .executeTakeFirstOrThrow()
    await attachPhotos(db, me, claim_id, input, fail)
    const changer = whyNotSecondPerson(claimable.watched_change, me, 'own')
    if (!reward.needs_two && changer === null) {
      await payAtCounter(db, me, reward, { claim_id, pay_method, created_by: me.user_id })
      await moveLocked(db, 'reward_claim', { claim_id }, claimLife.moves.approve)
    }
    return (await findClaim(db, me, claim_id))!
  },

  approve: async ({ db, me, input, fail }) => {
    const { reward, claim } = await lockClaim(db, me, input, fail)
    refuse(whyNotMake(claimLife.moves.approve, claim, me), fail)
    refuse(whyNotMake(rewardLife.moves.payDirectly, reward, null), fail)
    if (reward.form !== rewardForm.counter)
      fail('action_invalid', { message: 'Giải này đã được đổi sang hình thức khác, hãy từ chối lượt nhận.' })
    if (reward.net !== claim.amount) fail('order_calculated')
    await payAtCounter(db, me, reward, claim)
    await moveLocked(db, 'reward_claim', { claim_id: claim.claim_id }, claimLife.moves.approve, {
      decided_by: me.user_id,
      decided_at: clock_now,
    })
    return (await findClaim(db, me, claim.claim_id))!
  },

  reject: async ({ db, me, input, fail }) => {
    const { claim } = await lockClaim(db, me, input, fail)
    refuse(whyNotMake(claimLife.moves.reject, claim, me), fail)
    await moveLocked(db, 'reward_claim', { claim_id: claim.claim_id }, claimLife.moves.reject, {
      decided_by: me.user_id,
      decided_at: clock_now,
      decision_reason: input.reason,
    })
    return (await findClaim(db, me, claim.claim_id))!
  },
})

/** Locks a claim and its reward, the reward first as everywhere. Refuses when the claim has changed since the caller read it. */
async function lockClaim(
  db: Db,
  me: Me,
  { claim_id, version }: { claim_id: number; version?: number | null | undefined },
  fail: Fail<'request_not_found' | 'changed_by_other'>,
) {
  const in_scope = isHeadOffice(me) ? await findClaim(db, me, claim_id) : undefined
  if (!in_scope) return fail('request_not_found')
  const reward: LockedReward = (await lockReward(db, me, in_scope.reward_id))!
  const claim = (await findClaim(db, me, claim_id))!
  if (hasChanged(claim, version)) fail('changed_by_other', { current: claim })
  return { reward, claim }
}

/** Refuses a transfer number that already paid another prize; a unique index prevents parallel use. */
async function checkTransfer(
  db: Db,
  transfer_ref: string | null | undefined,
  fail: Fail<'request_invalid'>,
): Promise<void> {
  if (transfer_ref == null) return
  const usedClaim = await db
    .selectFrom('reward_claim') // unscoped: a transfer pays only one prize of the whole business
    .select('claim_code')
    .where('transfer_ref', '=', transfer_ref)
    .where('status', '<>', claimStatus.rejected)
    .executeTakeFirst()
  if (usedClaim)
    fail('request_invalid', { fields: { transfer_ref: `Mã này đã dùng cho lượt nhận ${usedClaim.claim_code}` } })
}

type Photos = Partial<Record<PhotoName, string | null | undefined>>

/** Attaches photos to a claim; they must be uploaded by this person and not belong to another claim. */
async function attachPhotos(
  db: Db,
  me: Me,
  claim_id: number,
  photos: Photos,
  fail: Fail<'request_invalid'>,
): Promise<void> {
  for (const [name, kind] of Object.entries(photoKind) as [PhotoName, number][]) {
    const image = photos[name]?.replace('/files/', '')
    if (image === undefined) continue
    const file = await db
      .selectFrom('stored_file')
      .select('path')
      .where('path', '=', image)
      .where('created_by', '=', me.user_id)
      .executeTakeFirst()
    if (!file || !image.startsWith(`${claim_folder}/`))
      fail('request_invalid', { fields: { [name]: 'Vui lòng tải ảnh lên' } })
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('reward_claim_photo')
      .values({ image, claim_id, kind })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows !== 1n)
      fail('request_invalid', { fields: { [name]: 'Ảnh này đã dùng cho một lượt nhận khác. Hãy chụp lại.' } })
  }
}
