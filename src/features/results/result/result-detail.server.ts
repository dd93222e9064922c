import type { Db } from '#server/database/transaction.ts'
import type { Me } from '#server/session/session.ts'
import type { ResultAct, ResultDetailRow, ResultRow } from './draw-result.contract.ts'
import { resultStatus } from './drawn-numbers.contract.ts'
import { findStoredResult, findResult } from './draw-result.query.server.ts'

/** A result with its history, as far as this person may see it; undefined when it does not exist. */
export async function findResultDetail(db: Db, me: Me, result_id: number): Promise<ResultDetailRow | undefined> {
  const result = await findResult(db, me, result_id)
  if (!result) return undefined
  const row = (await findStoredResult(db, result_id))!
  const isMaker = row.changed_by.includes(me.user_id)
  const isSecond = row.second_by === me.user_id
  const { second_entry } = row
  return {
    result,
    differences: second_entry && (isMaker || isSecond) ? second_entry.differences : [],
    second_entry:
      second_entry && isSecond ? { numbers: second_entry.numbers, published: second_entry.published } : null,
    steps: await stepsOf(db, me, { result_id, isHidden: row.status === resultStatus.entered }),
  }
}

/** The history of a result; until it is confirmed people see only the numbers of their own entries. */
async function stepsOf(db: Db, me: Me, { result_id, isHidden }: { result_id: number; isHidden: boolean }) {
  const steps = await db
    .selectFrom('draw_result_step as s')
    .leftJoin('app_user as u', 'u.user_id', 's.made_by') // unscoped: only a name
    .select(['s.act', 's.made_by', 'u.user_name as made_by_name', 's.made_at', 's.reason', 's.numbers', 's.published'])
    .$narrowType<{ act: ResultAct; numbers: ResultRow['numbers']; published: ResultRow['published'] }>()
    .where('s.result_id', '=', result_id)
    .orderBy('s.step_id')
    .execute()
  return steps.map(({ made_by, numbers, published, ...step }) => {
    const isSeen = !isHidden || made_by === me.user_id
    return { ...step, numbers: isSeen ? numbers : null, published: isSeen ? published : null }
  })
}
