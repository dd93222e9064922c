import { sql } from 'kysely'
import { isHeadOffice } from '#contract/person.ts'
import { whyNot } from '#contract/lifecycle.ts'
import { assertRejectReason, refuse, type Fail } from '#server/fail.ts'
import { checkDays, contains, inDays, paginate, sortOf } from '#server/record/list.ts'
import { moveLocked } from '#server/record/move.ts'
import { clock_now, hasChanged } from '#server/record/change-columns.ts'
import { serve, type Context } from '#server/serve.ts'
import type { Me } from '#server/session/session.ts'
import type { Db } from '#server/database/transaction.ts'
import type { Product } from '#features/results/product/product.contract.ts'
import { alarm_job } from '#features/settings/alarm/alarm.rules.ts'
import { assertNoneProposedPaid, revokePrizes } from '#features/results/prize-run/prize-run.server.ts'
import { previewChanges } from '#features/results/prize-run/preview-changes.server.ts'
import { drawTerms } from '#features/results/prize/prize-terms.server.ts'
import { confirmResult, keepSecondEntry } from './confirm-result.server.ts'
import { result, resultAct, resultSource, type ResultRow } from './draw-result.contract.ts'
import { resultLife, resultStatus, type ResultStatus } from './drawn-numbers.contract.ts'
import {
  asJson,
  lockResult,
  appendStep,
  findResult,
  selectResults,
  type ResultWithDraw,
} from './draw-result.query.server.ts'
import type { DrawResult } from './draw-shape.rules.ts'
import { differencesOf, inPrintedOrder, numberFaults, numbersText } from './entry.rules.ts'
import { secondEntryMode } from './second-entry.server.ts'
import { findResultDetail } from './result-detail.server.ts'
import { enterResult, findDraw, findingsOf, findDrawShared, whyNoResult, type Draw } from './result-entry.server.ts'

const head_office_only = { message: 'Chỉ người dùng của trụ sở chính được nhập và xác nhận kết quả.' }

export default serve(result, {
  list: async ({ db, me, input, fail }) => {
    checkDays(input, fail)
    const { line, category, area_id, status, from_date, to_date, keyword, reopen_requested } = input
    const [column, direction] = sortOf(input.sort, '-draw_at')
    const query = selectResults(db, me)
      .$if(line != null, (q) => q.where('c.line', '=', line!))
      .$if(category != null, (q) => q.where('p.category', '=', category!))
      .$if(area_id != null, (q) => q.where('p.area_id', '=', area_id!))
      .$if(status != null, (q) => q.where('r.status', '=', status!))
      .$if(reopen_requested != null, (q) => q.where('r.reopen_requested_at', reopen_requested ? 'is not' : 'is', null))
      // Compared by draw_at, whose index also serves the order.
      .where(inDays('p.draw_at', { from_date, to_date }))
      .$if(keyword != null, (q) =>
        q.where(({ or }) =>
          or([
            contains('a.search', keyword),
            sql<boolean>`p.area_id is null and position(vn_fold(${keyword}) in vn_fold(c.category_name)) > 0`,
            sql<boolean>`position(upper(${keyword}) in p.period_code) > 0`,
          ]),
        ),
      )
      .orderBy(column === 'draw_at' ? 'p.draw_at' : 'r.entered_at', direction)
      .orderBy('r.result_id', direction)
    const { items, ...totals } = await paginate(db, query, input)
    return { ...totals, items: items.map((row) => ({ ...row, numbers_text: numbersText(row) })) }
  },

  detail: async ({ db, me, input: { result_id }, fail }) =>
    (await findResultDetail(db, me, result_id)) ?? fail('result_not_found'),

  stationsOfDay: async ({ db, input: { date } }) => {
    const items = await db
      .selectFrom('draw_period as p')
      .innerJoin('draw_area as a', 'a.area_id', 'p.area_id')
      .leftJoin('draw_result as r', 'r.period_id', 'p.period_id')
      .select(['a.area_id', 'a.area_code', 'a.area_name', 'p.category', 'p.period_id', 'p.draw_at', 'r.result_id'])
      .select('r.status as result_status')
      .$narrowType<{ category: Product; result_status: ResultStatus | null }>()
      .where('p.open_date', '=', date)
      .where('p.cancelled_at', 'is', null)
      .orderBy('p.draw_at')
      .orderBy('a.area_id')
      .execute()
    return { items, total: items.length }
  },

  productsOfDay: async ({ db, input: { date } }) => {
    const { rows: items } = await sql<{
      category: Product
      category_name: string
      draws: number
      drawn: number
      entered: number
      confirmed: number
    }>`
      select category, category_name, count(*) as draws, count(*) filter (where p.draw_at <= now()) as drawn,
        count(*) filter (where r.status = ${resultStatus.entered}) as entered,
        count(*) filter (where r.status = ${resultStatus.confirmed}) as confirmed
      from draw_period p join category using (category) left join draw_result r using (period_id)
      where p.open_date = ${date} and p.cancelled_at is null group by category, category_name order by category`.execute(
      db,
    )
    return { items, total: items.length }
  },

  check: async ({ db, me, input: { period_id, numbers, published }, fail }) => {
    if (!isHeadOffice(me)) fail('no_right', head_office_only)
    const draw = (await findDraw(db, { period_id })) ?? fail('period_not_found')
    return { findings: await findingsOf(db, draw, { numbers, published: published ?? {} }) }
  },

  add: async (context) => {
    const { db, me, input, fail } = context
    if (!isHeadOffice(me)) fail('no_right', head_office_only)
    const draw = await drawToEnter(db, input, fail)
    const entry = await acceptedEntry(context, draw)
    const source = input.source ?? resultSource.typed
    const { period_id, category } = draw
    const result_id = await enterResult(db, { ...entry, period_id, category, source, entered_by: me.user_id })
    return (await findResult(db, me, result_id))!
  },

  update: async (context) => {
    const { db, me, input, fail } = context
    const row = await lockUnchanged(context)
    refuse(whyNot(resultLife.moves.change, row, me), fail)
    const draw = (await findDrawShared(db, { period_id: row.period_id })) ?? fail('period_not_found')
    refuse(whyNoResult(draw), fail)
    await changeEntry(db, me, row, { ...(await acceptedEntry(context, draw)), source: input.source })
    return (await findResult(db, me, row.result_id))!
  },

  confirm: async ({ db, me, input, enqueue, fail }) => {
    const row = await lockOfHeadOffice(db, me, input.result_id, fail)
    refuse(whyNot(resultLife.moves.confirm, row, me), fail)
    const mode = await secondEntryMode(db)
    const secondEntry = {
      numbers: inPrintedOrder(row.category, input.numbers),
      published: input.published ?? {},
    }
    const [fault] = mode === 'whole' ? numberFaults(row.category, row.open_date, secondEntry.numbers) : []
    if (fault) fail('request_invalid', { fields: { numbers: fault.message } })
    const differences = differencesOf({ ...row, mode }, row, secondEntry)
    if (differences.length > 0) {
      await keepSecondEntry(db, row, { ...secondEntry, differences }, me.user_id)
      fail('entries_differ', { differences }, { commit: true })
    }
    const changes = await previewChanges(db, row.period_id, row)
    if (changes && changes.digest !== input.accept_changes) fail('prize_changes', { changes })
    await confirmResult(db, row, me.user_id, enqueue)
    await enqueue(db, alarm_job, {}, alarm_job)
    return (await findResult(db, me, row.result_id))!
  },

  reopen: async ({ db, me, input: { result_id, reason }, fail }) => {
    const row = await lockOfHeadOffice(db, me, result_id, fail)
    if (row.status !== resultStatus.confirmed) refuse(whyNot(resultLife.moves.reopen, row, null), fail)
    await assertClaimable(db, row, fail)
    await assertNoneProposedPaid(db, row.period_id)
    if (row.reopen_requested_at !== null) fail('request_pending', { message: 'Đã có yêu cầu mở lại kết quả này.' })
    await db
      .updateTable('draw_result')
      .set({
        reopen_requested_by: me.user_id,
        reopen_requested_at: clock_now,
        reopen_reason: reason,
        version: next_version,
      })
      .where('result_id', '=', result_id)
      .execute()
    await appendStep(db, result_id, { act: resultAct.reopen_requested, made_by: me.user_id, reason })
    return (await findResult(db, me, result_id))!
  },

  confirmReopen: async (context) => {
    const { db, me, fail } = context
    const row = await lockRequested(context)
    refuse(whyNot(resultLife.moves.reopen, row, me), fail)
    await assertClaimable(db, row, fail)
    await moveLocked(db, 'draw_result', { result_id: row.result_id }, resultLife.moves.reopen, {
      ...no_request,
      reopened_by: me.user_id,
      reopened_at: clock_now,
      confirmed_by: null,
      confirmed_at: null,
    })
    await appendStep(db, row.result_id, { act: resultAct.reopened, made_by: me.user_id })
    await revokePrizes(db, row.period_id)
    return (await findResult(db, me, row.result_id))!
  },

  rejectReopen: async (context) => {
    const { db, me, input, fail } = context
    const { result_id, reopen_requested_by } = await lockRequested(context)
    assertRejectReason(reopen_requested_by, me, input, fail)
    const change = { ...no_request, version: next_version }
    await db.updateTable('draw_result').set(change).where('result_id', '=', result_id).execute()
    await appendStep(db, result_id, {
      act: resultAct.reopen_rejected,
      made_by: me.user_id,
      reason: input.reason ?? null,
    })
    return (await findResult(db, me, result_id))!
  },
})

const next_version = sql<number>`version + 1`
const no_request = { reopen_requested_by: null, reopen_requested_at: null, reopen_reason: null }

/** Locks the draw given by its number, or by station and day. Refuses when it cannot have a result or has one. */
async function drawToEnter(
  db: Db,
  { category, period_id, area_id, open_date }: Context<typeof result.add>['input'],
  fail: Context<typeof result.add>['fail'],
): Promise<Draw> {
  const draw =
    period_id != null
      ? ((await findDrawShared(db, { period_id })) ?? fail('period_not_found'))
      : area_id != null && open_date != null
        ? ((await findDrawShared(db, { area_id, open_date })) ?? fail('draw_period_not_found'))
        : fail('request_invalid', { fields: { period_id: 'Chọn kỳ quay, hoặc đài và ngày quay' } })
  if (category != null && category !== draw.category)
    fail('request_invalid', { fields: { category: 'Kỳ quay là của sản phẩm khác' } })
  refuse(whyNoResult(draw), fail)
  const existing = db.selectFrom('draw_result').select('status').where('period_id', '=', draw.period_id)
  if ((await existing.executeTakeFirst())?.status === resultStatus.confirmed) fail('result_exists_for_period')
  return draw
}

/** Checks an entry and returns it in printed order. Refuses errors, and warnings that were not accepted. */
async function acceptedEntry(
  { db, input, fail }: Context<typeof result.add> | Context<typeof result.update>,
  draw: Draw,
): Promise<DrawResult> {
  const entry = { numbers: input.numbers, published: input.published ?? {} }
  const findings = await findingsOf(db, draw, entry)
  const [worst] = findings.toSorted((one, other) => Number(other.level === 'error') - Number(one.level === 'error'))
  if (worst && (worst.level === 'error' || input.accept_warnings !== true)) {
    const message = worst.rule === null ? worst.message : `${worst.message}. ${worst.rule}.`
    fail('request_invalid', { findings, fields: { numbers: message } })
  }
  return { ...entry, numbers: inPrintedOrder(draw.category, entry.numbers) }
}

/** Replaces the first entry and compares it with an existing second one. The caller becomes a maker and cannot confirm it. */
async function changeEntry(
  db: Db,
  me: Me,
  row: ResultWithDraw,
  entry: DrawResult & { source: number | null | undefined },
): Promise<void> {
  const { result_id, second_entry } = row
  const differences = second_entry
    ? differencesOf({ ...row, mode: await secondEntryMode(db) }, entry, second_entry)
    : []
  const makers = row.status === resultStatus.reopened ? [me.user_id] : [...new Set([...row.changed_by, me.user_id])]
  await moveLocked(db, 'draw_result', { result_id }, resultLife.moves.change, {
    numbers: asJson(entry.numbers),
    published: asJson(entry.published),
    source: entry.source ?? resultSource.typed,
    entered_by: me.user_id,
    entered_at: clock_now,
    changed_by: makers,
    ...(second_entry && differences.length > 0
      ? { second_entry: asJson({ ...second_entry, differences }) }
      : { second_entry: null, second_by: null, second_at: null }),
  })
  const { numbers, published } = entry
  await appendStep(db, result_id, { act: resultAct.changed, made_by: me.user_id, numbers, published })
}

/** Refuses after the last day on which prizes of the draw are paid. */
async function assertClaimable(
  db: Db,
  { period_id }: ResultWithDraw,
  fail: Fail<'period_already_drawn'>,
): Promise<void> {
  const terms = await drawTerms(db, period_id)
  const { rows } = await sql<{ until: string | null }>`
    select to_char(${terms?.claim_until ?? null}::date, 'DD/MM/YYYY') as until where ${terms?.claim_until ?? null}::date < current_date`.execute(
    db,
  )
  const until = rows[0]?.until
  if (until != null)
    fail('period_already_drawn', { message: `Hạn lĩnh thưởng đã hết ngày ${until}: kết quả không mở lại được.` })
}

async function lockOfHeadOffice(
  db: Db,
  me: Me,
  result_id: number,
  fail: Fail<'no_right' | 'result_not_found'>,
): Promise<ResultWithDraw> {
  if (!isHeadOffice(me)) fail('no_right', head_office_only)
  return (await lockResult(db, result_id)) ?? fail('result_not_found')
}

/** Locks the result; refuses when somebody has changed it since the caller read it. */
async function lockUnchanged({ db, me, input, fail }: Context<typeof result.update>): Promise<ResultWithDraw> {
  const row = await lockOfHeadOffice(db, me, input.result_id, fail)
  if (hasChanged(row, input.version))
    fail('changed_by_other', { current: (await findResult(db, me, row.result_id)) as ResultRow })
  return row
}

/** Locks the result; refuses when its request to reopen is not the one that the caller saw. */
async function lockRequested({
  db,
  me,
  input: { result_id, reopen_requested_at },
  fail,
}: Context<typeof result.confirmReopen> | Context<typeof result.rejectReopen>): Promise<ResultWithDraw> {
  const row = await lockOfHeadOffice(db, me, result_id, fail)
  if (row.reopen_requested_at === null)
    fail('request_not_found', { message: 'Không còn yêu cầu mở lại nào. Có thể đã được rút hoặc từ chối.' })
  if (Date.parse(row.reopen_requested_at!) !== Date.parse(reopen_requested_at))
    fail('changed_by_other', { current: (await findResult(db, me, result_id)) as ResultRow })
  return row
}
