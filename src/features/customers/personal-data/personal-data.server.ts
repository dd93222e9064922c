import { sql } from 'kysely'
import { whyNot } from '#contract/lifecycle.ts'
import { localPhone } from '#contract/text/phone-text.ts'
import { isHeadOffice } from '#contract/person.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Fail } from '#server/fail.ts'
import { contains, paginate, sortOf } from '#server/record/list.ts'
import { moveLocked } from '#server/record/move.ts'
import { clock_now } from '#server/record/change-columns.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import { erase, eraseAnswersToStaff, lockPerson } from './erase.server.ts'
import { dataKindsOf, obstaclesOf, personalRows } from './data-kinds.server.ts'
import { erasureLife, erasureStatus, personalData, type ErasureStatus } from './personal-data.contract.ts'

export default serve(personalData, {
  list: ({ db, me, input }) => {
    const [, direction] = sortOf(input.sort, '-created_at')
    const query = selectErasures(db, me)
      .where(contains('e.search', input.keyword))
      .$if(input.status != null, (q) => q.where('e.status', '=', input.status!))
      .orderBy('e.erasure_id', direction)
    return paginate(db, query, input)
  },

  find: async ({ db, me, input, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    const msisdn = input.msisdn[0]!
    return {
      msisdn,
      data_kinds: await dataKindsOf(db, msisdn),
      obstacles: await obstaclesOf(db, msisdn),
      waiting: (await selectErasures(db, me).where('e.msisdn', '=', msisdn).executeTakeFirst()) ?? null,
    }
  },

  handOver: async ({ db, me, input, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    return { parts: await personalRows(db, input.msisdn[0]!) }
  },

  ask: async ({
    db,
    me,
    input: {
      msisdn: [msisdn],
      reason,
    },
    fail,
  }) => {
    if (!isHeadOffice(me)) fail('no_right')
    const data_kinds = await dataKindsOf(db, msisdn!)
    if (data_kinds.every(({ total, kept }) => total === kept))
      fail('action_invalid', { message: 'Không có dữ liệu nào xóa được cho số này.' })
    await refuseWhileMoneyMoves(db, msisdn!, fail)
    const { erasure_id } = await db
      .insertInto('erasure_request')
      .values({ msisdn, number_mask: maskOf(msisdn!), reason, created_by: me.user_id })
      .returning('erasure_id')
      .executeTakeFirstOrThrow()
    return findErasure(db, me, erasure_id)
  },

  approve: async ({ db, me, input, files, fail }) => {
    const request = await lockRequest(db, me, input, fail)
    const refusal = whyNot(erasureLife.moves.approve, request, me)
    if (refusal) fail(refusal.error as 'request_finished', { message: refusal.message })
    const { erasure_id } = request
    const msisdn = request.msisdn!
    await refuseWhileMoneyMoves(db, msisdn, fail)
    await eraseAnswersToStaff(db, msisdn)
    await lockPerson(db, msisdn)
    await refuseWhileMoneyMoves(db, msisdn, fail)
    const outcome = (await dataKindsOf(db, msisdn)).map(({ title, total, kept }) => ({
      title,
      erased: total - kept,
      kept,
    }))
    await moveLocked(db, 'erasure_request', { erasure_id }, erasureLife.moves.approve, {
      ...decidedBy(me),
      outcome: JSON.stringify(outcome),
    })
    await erase(db, files, msisdn, erasure_id)
    return findErasure(db, me, erasure_id)
  },

  reject: async ({ db, me, input, fail }) => {
    const request = await lockRequest(db, me, input, fail)
    const refusal = whyNot(erasureLife.moves.reject, request, null)
    if (refusal) fail('request_finished', { message: refusal.message })
    const { erasure_id } = request
    const decision = { ...decidedBy(me), decision_reason: input.reason }
    await moveLocked(db, 'erasure_request', { erasure_id }, erasureLife.moves.reject, decision)
    return findErasure(db, me, erasure_id)
  },
})

/** 84912345678 → '0912 ••• 678': enough to distinguish requests. */
function maskOf(msisdn: string): string {
  const local_phone = localPhone(msisdn)
  return `${local_phone.slice(0, 4)} ••• ${local_phone.slice(7)}`
}

const decidedBy = (me: Me) => ({ msisdn: null, decided_by: me.user_id, decided_at: clock_now })

async function refuseWhileMoneyMoves(db: Db, msisdn: string, fail: Fail<'action_invalid'>): Promise<void> {
  const obstacles = await obstaclesOf(db, msisdn)
  if (obstacles.length > 0) fail('action_invalid', { message: `Chưa xóa được. ${obstacles.join(' ')}` })
}

async function lockRequest(
  db: Db,
  me: Me,
  { erasure_id, version }: { erasure_id: number; version: number },
  fail: Fail<'request_not_found' | 'changed_by_other'>,
) {
  const request = await db
    .selectFrom('erasure_request')
    .select(['erasure_id', 'msisdn', 'status', 'created_by', 'version'])
    .$narrowType<{ status: ErasureStatus }>()
    .where('erasure_id', '=', erasure_id)
    .where(within(me, 'erasure_request'))
    .forUpdate()
    .executeTakeFirst()
  if (!request) return fail('request_not_found')
  if (request.status === erasureStatus.waiting && request.version !== version) fail('changed_by_other')
  return request
}

function selectErasures(db: Db, me: Me) {
  const sumOf = (part: 'erased' | 'kept') => sql<number | null>`
    (select sum((one ->> ${sql.lit(part)})::integer)::integer from jsonb_array_elements(e.outcome) one)`
  return db
    .selectFrom('erasure_request as e')
    .leftJoin('app_user as creator', 'creator.user_id', 'e.created_by') // unscoped: only a name
    .leftJoin('app_user as decider', 'decider.user_id', 'e.decided_by') // unscoped: only a name
    .select(['e.erasure_id', 'e.msisdn', 'e.reason', 'e.status', 'e.version', 'e.created_by', 'e.created_at'])
    .select(sql<string>`coalesce('0' || substr(e.msisdn, 3), e.number_mask)`.as('subject'))
    .select(['creator.user_name as created_by_name', 'decider.user_name as decided_by_name'])
    .select(['e.decided_at', 'e.decision_reason', sumOf('erased').as('erased'), sumOf('kept').as('kept')])
    .$narrowType<{ status: ErasureStatus }>()
    .where(within(me, 'erasure_request', 'e'))
}

function findErasure(db: Db, me: Me, erasure_id: number) {
  return selectErasures(db, me).where('e.erasure_id', '=', erasure_id).executeTakeFirstOrThrow()
}
