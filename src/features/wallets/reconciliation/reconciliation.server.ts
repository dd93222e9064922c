import { isHeadOffice } from '#contract/person.ts'
import { sql } from 'kysely'
import { one_plan } from '#server/database/pool.ts'
import { checkDays, contains, paginate, sortOf } from '#server/record/list.ts'
import { within } from '#server/scope.ts'
import { serve } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import { gatewayNumber } from '#features/wallets/money.server.ts'
import type { Gateway } from '#features/wallets/fund/fund.contract.ts'
import { beginRun } from './reconcile.server.ts'
import { reconciliation, type FindingKind, type RunStatus, summed_of_runs } from './reconciliation.contract.ts'

const gatewayNames = {
  [gatewayNumber.bank]: 'bank',
  [gatewayNumber.momo]: 'momo',
  [gatewayNumber.telecom]: 'telecom',
} as const

export default serve(reconciliation, {
  list: ({ db, me, input, fail }) => {
    const { gateway, status, is_open, from_date, to_date, keyword } = input
    checkDays({ from_date, to_date }, fail)
    const [column, direction] = sortOf(input.sort, '-day')
    const query = selectRuns(db, me)
      .$if(gateway != null, (q) => q.where('r.gateway', '=', gateway!))
      .$if(status != null, (q) => q.where('r.status', '=', status!))
      .$if(from_date != null, (q) => q.where('r.day', '>=', from_date!))
      .$if(to_date != null, (q) => q.where('r.day', '<=', to_date!))
      .$if(is_open != null, (q) => q.where(sql<boolean>`(r.open_count > 0) = ${is_open}`))
      .$if(!!keyword, (q) =>
        q.where('r.reconciliation_id', 'in', findingQuery(db, me, keyword).select('f.reconciliation_id')),
      )
      .orderBy(sql.ref(`r.${column}`), direction)
      .orderBy('r.reconciliation_id', direction)
    return paginate(db, query, input, summed_of_runs)
  },

  detail: async ({ db, me, input, fail }) => {
    const { reconciliation_id, kind, is_open, keyword } = input
    const run = (await findRun(db, me, reconciliation_id)) ?? fail('not_found')
    const query = selectFinding(findingQuery(db, me, keyword))
      .where('f.reconciliation_id', '=', reconciliation_id)
      .$if(kind != null, (q) => q.where('f.kind', '=', kind!))
      .$if(is_open != null, (q) => q.where('f.resolved_at', is_open ? 'is' : 'is not', null))
      .orderBy('f.kind')
      .orderBy('f.finding_id')
    return { ...(await paginate(db, query, input, ['our_amount', 'their_amount'])), run }
  },

  start: async ({ db, me, input: { gateway, day }, enqueue, fail }) => {
    if (!isHeadOffice(me)) fail('no_right')
    const { is_past } = (await sql<{ is_past: boolean }>`select ${day}::date <= current_date as is_past`.execute(db))
      .rows[0]!
    const message = 'Chỉ đối soát được từ hôm nay trở về trước.'
    if (!is_past) fail('action_invalid', { message, fields: { day: message } })
    const run_id = await beginRun(db, enqueue, { gateway: gatewayNames[gateway], day, started_by: me.user_id })
    if (run_id === null) return fail('request_processing', { message: 'Ngày này đang được đối soát.' })
    return (await findRun(db, me, run_id))!
  },

  resolve: async ({ db, me, input: { finding_id, resolution, version }, fail }) => {
    const resolvedFinding = await db
      .updateTable('reconciliation_finding')
      .set({ resolution, resolved_by: me.user_id, resolved_at: sql`now()`, version: sql<number>`version + 1` })
      .where('finding_id', '=', finding_id)
      .where('version', '=', version)
      .where(within(me, 'reconciliation_finding'))
      .executeTakeFirst()
    const currentRun =
      (await selectFinding(findingQuery(db, me)).where('f.finding_id', '=', finding_id).executeTakeFirst()) ??
      fail('not_found')
    if (resolvedFinding.numUpdatedRows === 0n) fail('changed_by_other', { current: currentRun })
    return currentRun
  },
})

/** The runs in the scope of `me`, with the contract's columns. */
function selectRuns(db: Db, me: Me) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('reconciliation as run')
        .leftJoin('app_user as starter', 'starter.user_id', 'run.started_by') // unscoped: only a name
        .where(within(me, 'reconciliation', 'run'))
        .selectAll('run')
        .select('starter.user_name as started_by_name')
        .select((subquery) =>
          sql<number>`${subquery
            .selectFrom('reconciliation_finding as f')
            .select((count) => count.fn.countAll().as('n'))
            .whereRef('f.reconciliation_id', '=', 'run.reconciliation_id')
            .where('f.resolved_at', 'is', null)
            .where(within(me, 'reconciliation_finding', 'f'))}`.as('open_count'),
        )
        .as('r'),
    )
    .select(['r.reconciliation_id', 'r.day', 'r.gateway', 'r.status', 'r.their_count', 'r.their_amount'])
    .select(['r.our_count', 'r.our_amount', 'r.finding_count', 'r.open_count', 'r.reason', 'r.started_by_name'])
    .select(['r.started_at', 'r.finished_at', 'r.version'])
    .$narrowType<{ gateway: Gateway; status: RunStatus }>()
}

function findRun(db: Db, me: Me, reconciliation_id: number) {
  return selectRuns(db, me).where('r.reconciliation_id', '=', reconciliation_id).modifyEnd(one_plan).executeTakeFirst()
}

/** Base query of the findings in the scope of `me` that match the keyword, without columns. */
function findingQuery(db: Db, me: Me, keyword?: string | null) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('reconciliation_finding as one')
        .leftJoin('withdrawal as w', 'w.withdrawal_id', 'one.withdrawal_id') // unscoped: joined to a finding within the scope
        .leftJoin('app_user as resolver', 'resolver.user_id', 'one.resolved_by') // unscoped: only a name
        .where(within(me, 'reconciliation_finding', 'one'))
        .selectAll('one')
        .select(['w.withdrawal_code', 'resolver.user_name as resolved_by_name'])
        .select(
          sql<string>`vn_fold(one.order_id || ' ' || coalesce(one.trans_id, '') || ' ' || coalesce(w.withdrawal_code, ''))`.as(
            'search',
          ),
        )
        .as('f'),
    )
    .where(contains('f.search', keyword))
}

function selectFinding(query: ReturnType<typeof findingQuery>) {
  return query
    .select(['f.finding_id', 'f.kind', 'f.order_id', 'f.trans_id', 'f.withdrawal_id', 'f.withdrawal_code'])
    .select(['f.our_amount', 'f.their_amount', 'f.detail', 'f.resolution', 'f.resolved_by_name', 'f.resolved_at'])
    .select('f.version')
    .$narrowType<{ kind: FindingKind }>()
}
