/** The rewards that a person chose for a bulk action. */
import { sql } from 'kysely'
import { max_bulk_rows, type InputOf } from '#contract/call.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { assertSameCount, assertSameVersions } from '#server/record/bulk.ts'
import { hasChanged } from '#server/record/change-columns.ts'
import type { Me } from '#server/session/session.ts'
import { findReward, rewardQuery, type RewardRow } from '#features/rewards/reward/reward.query.server.ts'
import type { push } from './push.contract.ts'

interface SelectionContext {
  db: Db
  me: Me
  input: Pick<InputOf<typeof push.approve>, 'ids' | 'filter' | 'expected' | 'seen'>
  fail: Fail<'changed_by_other' | 'request_invalid'>
}

interface SelectionOptions {
  may_be_none?: boolean
  /** Locks the rewards before they are read, so that what the person saw is what is done. */
  lock?: ((db: Db, reward_ids: readonly number[]) => Promise<void>) | undefined
}

/** The rewards that match the filters, by number; refuses when they or their count differ from what the person saw. */
export async function chosenRewards(
  { db, me, input: { ids, filter, expected, seen }, fail }: SelectionContext,
  { may_be_none = false, lock }: SelectionOptions = {},
): Promise<(RewardRow & { id: number; label: string; amount: number })[]> {
  const keys = await rewardQuery(db, me, filter ?? {})
    .select('r.reward_id')
    .$if(!filter, (query) => query.where('r.reward_id', '=', sql<number>`any (${ids ?? []}::integer[])`))
    .orderBy('r.reward_id')
    .limit(max_bulk_rows + 1)
    .execute()
  if (may_be_none && keys.length === 0) return []
  assertSameCount(keys.length, expected ?? keys.length, fail)
  const reward_ids = keys.map(({ reward_id }) => reward_id)
  await lock?.(db, reward_ids)
  const rows = []
  for (const reward_id of reward_ids) {
    const row = (await findReward(db, me, reward_id))!
    rows.push({
      ...row,
      id: reward_id,
      amount: row.net,
      label: `${row.reward_code} · ${row.full_name ?? row.order_id}`,
    })
  }
  assertSameVersions(rows, seen, fail)
  return rows
}

interface KeyedSelectionContext extends SelectionContext {
  input: SelectionContext['input'] & Pick<InputOf<typeof push.approve>, 'reward_ids' | 'version'>
  fail: Fail<'changed_by_other' | 'request_invalid' | 'request_not_found'>
}

/** The rewards given by number or chosen by filters; each given one must exist, and a single one must have the version that the person saw. */
export async function namedOrChosen({ db, me, input, fail }: KeyedSelectionContext, lock?: SelectionOptions['lock']) {
  const { reward_ids, version } = input
  if (!reward_ids) return chosenRewards({ db, me, input, fail }, { lock })
  const { filter: _, ...rest } = input
  const selection = { ...rest, ids: reward_ids }
  const may_be_none = reward_ids.length > 0
  const rows = await chosenRewards({ db, me, input: selection, fail }, { may_be_none, lock })
  if (rows.length < new Set(reward_ids).size) fail('request_not_found')
  const [row] = rows
  if (rows.length === 1 && hasChanged(row!, version)) fail('changed_by_other', { current: row! })
  return rows
}
